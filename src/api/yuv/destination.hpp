// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Where a YUV format is written to.

#pragma once

#include "../array_access.hpp"
#include "opencv2/cudastripe/yuv_format.hpp"

namespace cv { namespace cudastripe {

//! Opens one image, or one for each plane if `dst` is an array of them, for a picture of this size. Throws if `dst`
//! does not fit, or if planes overlap each other or a source. With `mayBeSame` a plane may be exactly a source; one
//! image of several planes may not.
std::vector<ImageAccess> openYuvOutput(OutputArray dst, const YuvFormat& format, Size picture,
                                       const std::vector<ImageAccess>& src, const char* function, bool mayBeSame);

//! True if the destination is there already, as one image, so that nothing is allocated for it.
bool fits(const _OutputArray& dst, const YuvFormat& format, Size picture);

//! Throws unless the source's sides are multiples of the format's block.
void requireWholeBlocks(Size size, const YuvFormat& format, const char* function);

}}  // namespace cv::cudastripe
