// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <type_traits>

#include "host_device.hpp"
#include "opencv2/core/cvdef.h"

namespace cv { namespace cudastripe {

//! Bytes of a value of a depth.
CV_CUDASTRIPE_HD constexpr int depthBytes(int depth)
{
    return depth <= CV_8S ? 1 : depth <= CV_16S ? 2 : depth <= CV_32F ? 4 : 8;
}

//! What values of a type are between load and store.
template <class T>
using RegisterType = std::conditional_t<std::is_floating_point<T>::value, T, int>;

//! Runs `DO(type)` for the type of a depth.
#define CUDASTRIPE_FOR_DEPTH(DEPTH, DO) \
    switch (DEPTH) {                    \
    case CV_8U:                         \
        DO(uchar);                      \
        break;                          \
    case CV_8S:                         \
        DO(schar);                      \
        break;                          \
    case CV_16U:                        \
        DO(ushort);                     \
        break;                          \
    case CV_16S:                        \
        DO(short);                      \
        break;                          \
    case CV_32S:                        \
        DO(int);                        \
        break;                          \
    case CV_32F:                        \
        DO(float);                      \
        break;                          \
    default:                            \
        DO(double);                     \
    }

}}  // namespace cv::cudastripe
