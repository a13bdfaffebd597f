// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "frames.hpp"
#include "opencv2/cudastripe/yuv_format.hpp"

namespace bench {

using HostCall = std::function<void(const HostFrame& frame)>;

/** @brief libyuv's conversion by BT.601, limited: of BGR(A) to a layout, or back.

Empty if this build lacks libyuv, or libyuv has none of these.

@param inRows in several runs of rows for each of OpenCV's threads; else by one thread */
HostCall libyuvFor(cv::cudastripe::YuvLayout layout, int channels, bool decodes, bool inRows);

}  // namespace bench
