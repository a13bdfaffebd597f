// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_WORD_COPY_HPP
#define OPENCV_CUDASTRIPE_WORD_COPY_HPP

#include <cstring>
#include <type_traits>

#include "host_device.hpp"
#include "opencv2/core/cvdef.h"

namespace cv { namespace cudastripe {

//! The widest word of 16, 8, 4, 2 or 1 bytes that divides `bytes`.
CV_CUDASTRIPE_HD constexpr int wordBytes(int bytes)
{
    return bytes % 16 == 0 ? 16 : bytes % 8 == 0 ? 8 : bytes % 4 == 0 ? 4 : bytes % 2 == 0 ? 2 : 1;
}

//! Copies `Bytes` bytes in words as wide as their number allows; `from` and `to` must be aligned to such a word.
template <int Bytes>
CV_CUDASTRIPE_HD inline void copyWords(void* to, const void* from)
{
    constexpr int word = wordBytes(Bytes);
#ifdef __CUDA_ARCH__
    // Written out, since nvcc splits a memcpy by the type of the values.
    using Small = std::conditional_t<word == 4, unsigned int, std::conditional_t<word == 2, unsigned short, uchar>>;
    using Word = std::conditional_t<word == 16, uint4, std::conditional_t<word == 8, uint2, Small>>;
    for (int i = 0; i < Bytes / word; ++i)
        static_cast<Word*>(to)[i] = static_cast<const Word*>(from)[i];
#else
    for (int i = 0; i < Bytes; i += word) {
        std::memcpy(__builtin_assume_aligned(static_cast<char*>(to) + i, word),
                    __builtin_assume_aligned(static_cast<const char*>(from) + i, word), word);
    }
#endif
}

}}  // namespace cv::cudastripe

#endif
