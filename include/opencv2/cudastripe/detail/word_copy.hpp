// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DETAIL_WORD_COPY_HPP
#define OPENCV_CUDASTRIPE_DETAIL_WORD_COPY_HPP

#include <cstring>
#include <type_traits>

#include "opencv2/core/cvdef.h"
#include "opencv2/cudastripe/detail/host_device.hpp"

namespace cv { namespace cudastripe { namespace detail {

//! The widest word of 16, 8, 4, 2 or 1 bytes that divides `bytes`.
CV_CUDASTRIPE_HD constexpr int wordBytes(int bytes)
{
    return bytes % 16 == 0 ? 16 : bytes % 8 == 0 ? 8 : bytes % 4 == 0 ? 4 : bytes % 2 == 0 ? 2 : 1;
}

//! Copies `Bytes` bytes in the widest words that divide their number; `from` and `to` must be aligned to such a word.
template <int Bytes, int Word = wordBytes(Bytes)>
CV_CUDASTRIPE_HD inline void copyWords(void* to, const void* from)
{
#ifdef __CUDA_ARCH__
    // A loop, since nvcc splits a memcpy by the type of the values.
    using Small = std::conditional_t<Word == 4, unsigned int, std::conditional_t<Word == 2, unsigned short, uchar>>;
    using Wide = std::conditional_t<Word == 16, uint4, std::conditional_t<Word == 8, uint2, Small>>;
    for (int i = 0; i < Bytes / Word; ++i)
        static_cast<Wide*>(to)[i] = static_cast<const Wide*>(from)[i];
#else
    for (int i = 0; i < Bytes; i += Word) {
        std::memcpy(__builtin_assume_aligned(static_cast<char*>(to) + i, Word),
                    __builtin_assume_aligned(static_cast<const char*>(from) + i, Word), Word);
    }
#endif
}

}}}  // namespace cv::cudastripe::detail

#endif
