// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The planes of a YUV format in the caller's images.

#pragma once

#include "../array_access.hpp"
#include "opencv2/cudastripe/yuv_format.hpp"

namespace cv { namespace cudastripe {

//! Throws unless the order is BGR or RGB. `prefix` stands before the argument's name.
void requireOrder(ChannelOrder order, const char* function, const char* prefix = "");

//! The planes of one image, which lie one below the other. A row of the image holds two rows of a plane that is half as
//! wide. Empty if the format has one plane. `picture` is the size of the picture.
std::vector<PlaneView> planesOf(const ImageAccess& image, const YuvFormat& format, Size picture);

//! Rows of the picture that belong together: a block, or two of them if two rows of a plane share a row of memory.
int rowsTogether(const YuvFormat& format, const std::vector<ImageAccess>& images);

}}  // namespace cv::cudastripe
