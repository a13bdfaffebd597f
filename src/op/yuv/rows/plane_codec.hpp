// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// OpenCV's vectorised split and merge by the type of the values.

#pragma once

#include "opencv2/core.hpp"
#include "opencv2/core/hal/hal.hpp"

namespace cv { namespace cudastripe {

inline void splitChannels(const uchar* src, uchar** planes, int n, int channels)
{
    hal::split8u(src, planes, n, channels);
}

inline void splitChannels(const ushort* src, ushort** planes, int n, int channels)
{
    hal::split16u(src, planes, n, channels);
}

inline void mergeChannels(const uchar** planes, uchar* dst, int n, int channels)
{
    hal::merge8u(planes, dst, n, channels);
}

inline void mergeChannels(const ushort** planes, ushort* dst, int n, int channels)
{
    hal::merge16u(planes, dst, n, channels);
}

}}  // namespace cv::cudastripe
