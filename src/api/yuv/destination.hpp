// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../array_access.hpp"
#include "opencv2/cudastripe/yuv_format.hpp"

namespace cv { namespace cudastripe {

/** @brief Opens what a format is written to: one image, or one for each plane if `dst` is an array of them.

Throws if it does not fit, if planes overlap each other or the source. */
std::vector<ImageAccess> openYuvOutput(OutputArray dst, const YuvFormat& format, const ImageAccess& src,
                                       const char* function);

//! Throws unless the source's sides are multiples of the format's block.
void requireWholeBlocks(Size size, const YuvFormat& format, const char* function);

//! Rows of the source that belong together: a block, or two of them where two rows of a plane share a row of memory.
int rowsTogether(const YuvFormat& format, const std::vector<ImageAccess>& dst);

}}  // namespace cv::cudastripe
