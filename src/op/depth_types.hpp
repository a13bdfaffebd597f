// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Depths of images as types, sizes and limits.

#pragma once

#include "opencv2/cudastripe/detail/basic_types.hpp"
#include "opencv2/cudastripe/detail/host_device.hpp"

namespace cv { namespace cudastripe {

//! Bytes of a value of a depth.
CV_CUDASTRIPE_HD constexpr int depthBytes(int depth)
{
    return depth <= CV_8S ? 1 : depth <= CV_16S ? 2 : depth <= CV_32F ? 4 : 8;
}

//! The least and the greatest integer of a depth; those of 32 bits for real numbers.
struct DepthLimits
{
    int low, high;
};

constexpr DepthLimits limitsOf(int depth)
{
    return depth == CV_8U    ? DepthLimits{0, UCHAR_MAX}
           : depth == CV_8S  ? DepthLimits{SCHAR_MIN, SCHAR_MAX}
           : depth == CV_16U ? DepthLimits{0, USHRT_MAX}
           : depth == CV_16S ? DepthLimits{SHRT_MIN, SHRT_MAX}
                             : DepthLimits{INT_MIN, INT_MAX};
}

//! The type of values between load and store.
template <class T>
using RegisterType = std::conditional_t<std::is_floating_point<T>::value, T, int>;

//! Runs `DO(type)` for the type of a depth.
#define CUDASTRIPE_FOR_DEPTH(DEPTH, DO)           \
    switch (DEPTH) {                              \
        CUDASTRIPE_DEPTH_CASE(CV_8U, DO, uchar)   \
        CUDASTRIPE_DEPTH_CASE(CV_8S, DO, schar)   \
        CUDASTRIPE_DEPTH_CASE(CV_16U, DO, ushort) \
        CUDASTRIPE_DEPTH_CASE(CV_16S, DO, short)  \
        CUDASTRIPE_DEPTH_CASE(CV_32S, DO, int)    \
        CUDASTRIPE_DEPTH_CASE(CV_32F, DO, float)  \
    default:                                      \
        DO(double);                               \
    }
#define CUDASTRIPE_DEPTH_CASE(DEPTH, DO, T) \
    case DEPTH:                             \
        DO(T);                              \
        break;

}}  // namespace cv::cudastripe
