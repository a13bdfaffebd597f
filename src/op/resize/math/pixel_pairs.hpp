// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Two neighbouring pixels of bytes, read by words on a device.

#pragma once

#include "math.hpp"

namespace cv { namespace cudastripe {

#ifdef __CUDA_ARCH__

//! Adds to `sum` the products of two weights of 16 bits with the two lower (or upper) bytes of `bytes`.
__device__ inline int addLowerPair(int weights, unsigned bytes, int sum)
{
    int result;
    asm("dp2a.lo.s32.u32 %0, %1, %2, %3;" : "=r"(result) : "r"(weights), "r"(bytes), "r"(sum));
    return result;
}
__device__ inline int addUpperPair(int weights, unsigned bytes, int sum)
{
    int result;
    asm("dp2a.hi.s32.u32 %0, %1, %2, %3;" : "=r"(result) : "r"(weights), "r"(bytes), "r"(sum));
    return result;
}

//! Two pixels of three or four channels.
template <int Channels>
struct PixelPair
{
    unsigned first, second;  //!< pairs of one channel of both pixels: channels 0 and 1, and the others

    //! Reads only aligned words that contain bytes of the pixels.
    __device__ explicit PixelPair(const uchar* pixels)
    {
        const unsigned shift = unsigned(reinterpret_cast<size_t>(pixels) & 3);
        const unsigned* const words = reinterpret_cast<const unsigned*>(pixels - shift);
        const unsigned middle = words[1], last = shift + 2 * Channels > 8 ? words[2] : 0;
        const unsigned lower = __funnelshift_r(words[0], middle, 8 * shift);
        const unsigned upper = __funnelshift_r(middle, last, 8 * shift);
        first = __byte_perm(lower, upper, Channels == 3 ? 0x4130 : 0x5140);
        second = __byte_perm(lower, upper, Channels == 3 ? 0x5252 : 0x7362);
    }

    __device__ void addTo(int (&sums)[Channels], int weights) const
    {
        sums[0] = addLowerPair(weights, first, sums[0]);
        sums[1] = addUpperPair(weights, first, sums[1]);
        sums[2] = addLowerPair(weights, second, sums[2]);
        if constexpr (Channels == 4)
            sums[3] = addUpperPair(weights, second, sums[3]);
    }
};

#endif

}}  // namespace cv::cudastripe
