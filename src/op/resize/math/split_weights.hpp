// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Weighted sums of four bytes at a time on a GPU, by weights of more than 8 bits.

#pragma once

#include "opencv2/cudastripe/detail/basic_types.hpp"

#ifdef __CUDACC__

namespace cv { namespace cudastripe {

//! Four weights of up to 23 bits and a sign, split into signed bytes: the words have the low, the middle and the high
//! bytes of all four.
class SplitWeights
{
public:
    //! Weights after the first `count` are 0.
    __device__ SplitWeights(const int* weights, int count)
    {
        for (int k = 0; k < 4; ++k) {
            int rest = k < count ? weights[k] : 0;
            for (int part = 0; part < 3; ++part) {
                const int low = static_cast<signed char>(rest);
                words_[part] |= std::uint32_t(low & 255) << (8 * k);
                rest = (rest - low) >> 8;
            }
        }
    }

    __device__ void store(std::uint32_t* to, int stride) const
    {
        for (int part = 0; part < 3; ++part)
            to[part * stride] = words_[part];
    }

private:
    std::uint32_t words_[3] = {};
};

//! `sum` plus the dot product of four unsigned bytes and four signed weights.
__device__ inline int dotOfBytes(std::uint32_t bytes, std::uint32_t weights, int sum)
{
    int result;
    asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(result) : "r"(bytes), "r"(weights), "r"(sum));
    return result;
}

//! One channel of four interleaved pixels as a word.
__device__ inline std::uint32_t channelOf(const std::uint32_t (&pixels)[1], int)
{
    return pixels[0];
}
__device__ inline std::uint32_t channelOf(const std::uint32_t (&pixels)[2], int channel)
{
    return __byte_perm(pixels[0], pixels[1], channel == 0 ? 0x6420 : 0x7531);
}
__device__ inline std::uint32_t channelOf(const std::uint32_t (&pixels)[3], int channel)
{
    const std::uint32_t first = __byte_perm(pixels[0], pixels[1],
                                            channel == 0   ? 0x0630
                                            : channel == 1 ? 0x0741
                                                           : 0x0052);
    return __byte_perm(first, pixels[2], channel == 0 ? 0x5210 : channel == 1 ? 0x6210 : 0x7410);
}
__device__ inline std::uint32_t channelOf(const std::uint32_t (&pixels)[4], int channel)
{
    const unsigned both = unsigned(channel | (4 + channel) << 4);
    return __byte_perm(__byte_perm(pixels[0], pixels[1], both), __byte_perm(pixels[2], pixels[3], both), 0x5410);
}

//! Adds the products of four interleaved pixels and stored SplitWeights. sums[i] is for byte i of the weights.
template <int Channels>
__device__ inline void addDots(const std::uint32_t (&pixels)[Channels], const std::uint32_t* weights, int stride,
                               int (&sums)[3][Channels])
{
    for (int c = 0; c < Channels; ++c) {
        const std::uint32_t bytes = channelOf(pixels, c);
        for (int part = 0; part < 3; ++part)
            sums[part][c] = dotOfBytes(bytes, weights[part * stride], sums[part][c]);
    }
}

//! The whole sum of a channel.
template <int Channels>
__device__ inline int wholeOf(const int (&sums)[3][Channels], int channel)
{
    return sums[0][channel] + (sums[1][channel] << 8) + (sums[2][channel] << 16);
}

}}  // namespace cv::cudastripe

#endif
