// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Four bytes in a word, which a GPU multiplies, picks and saturates with one or two instructions.

#pragma once

#include "opencv2/cudastripe/detail/word_copy.hpp"

namespace cv { namespace cudastripe {

using detail::copyWords;
using detail::storeWords;
using detail::wordBytes;

//! Byte `index` of a word.
CV_CUDASTRIPE_HD inline int byteOf(std::uint32_t word, int index)
{
#ifdef __CUDA_ARCH__
    return static_cast<int>(__byte_perm(word, 0, 0x4440 + index));
#else
    return static_cast<int>(word >> (8 * index) & 255);
#endif
}

//! Bytes of two words, each chosen by four bits of `selector`: 0 to 3 of the first word, 4 to 7 of the second.
CV_CUDASTRIPE_HD inline std::uint32_t pickedBytes(std::uint32_t first, std::uint32_t second, std::uint32_t selector)
{
#ifdef __CUDA_ARCH__
    return __byte_perm(first, second, selector);
#else
    const std::uint64_t both = first | std::uint64_t(second) << 32;
    std::uint32_t word = 0;
    for (int i = 0; i < 4; ++i)
        word |= static_cast<std::uint32_t>(both >> (8 * (selector >> (4 * i) & 7)) & 255) << (8 * i);
    return word;
#endif
}

//! `sum` plus the dot product of four unsigned bytes and four unsigned weights.
CV_CUDASTRIPE_HD inline int dotUnsigned(std::uint32_t bytes, std::uint32_t weights, int sum)
{
#ifdef __CUDA_ARCH__
    return static_cast<int>(__dp4a(bytes, weights, static_cast<unsigned>(sum)));
#else
    for (int i = 0; i < 4; ++i)
        sum += byteOf(bytes, i) * byteOf(weights, i);
    return sum;
#endif
}

//! Four values saturated to bytes, the first in the lowest.
CV_CUDASTRIPE_HD inline std::uint32_t saturatedBytes(int v0, int v1, int v2, int v3)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 720
    std::uint32_t high, word;
    asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, 0;" : "=r"(high) : "r"(v3), "r"(v2));
    asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;" : "=r"(word) : "r"(v1), "r"(v0), "r"(high));
    return word;
#else
    const int values[] = {v0, v1, v2, v3};
    std::uint32_t word = 0;
    for (int i = 0; i < 4; ++i) {
        const int value = values[i] < 0 ? 0 : values[i] > 255 ? 255 : values[i];
        word |= static_cast<std::uint32_t>(value) << (8 * i);
    }
    return word;
#endif
}

//! Three weights modulo 256 as the lower bytes of a word.
constexpr std::uint32_t weightBytes(int w0, int w1, int w2)
{
    return static_cast<std::uint32_t>((w0 & 255) | (w1 & 255) << 8 | (w2 & 255) << 16);
}

//! Pixel `i` of neighbouring pixels of 3 or 4 bytes. If it has 3, the highest byte belongs to the next pixel.
template <int Channels>
CV_CUDASTRIPE_HD inline std::uint32_t pixelOf(const std::uint32_t* words, int i)
{
    if (Channels == 4)
        return words[i];
    const int bit = i * 24, first = bit / 32, shift = bit % 32;
    return shift <= 8 ? words[first] >> shift : words[first] >> shift | words[first + 1] << (32 - shift);
}

}}  // namespace cv::cudastripe
