// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The planes of a YUV format in the caller's images.

#pragma once

#include "../array_access.hpp"
#include "opencv2/cudastripe/yuv_format.hpp"

namespace cv { namespace cudastripe {

//! Throws if the order has no name. `prefix` stands before the argument's name.
void requireOrder(ChannelOrder order, const char* function, const char* prefix = "");

//! The planes of one image: one below the other, with two rows of half the length in one row; empty if it is one plane.
//! `picture` is the size of the picture.
std::vector<PlaneView> planesOf(const ImageAccess& image, const YuvFormat& format, Size picture);

//! Rows of the picture that belong together: a block, or two of them if two rows of a plane share a row of memory.
int rowsTogether(const YuvFormat& format, const std::vector<ImageAccess>& images);

}}  // namespace cv::cudastripe
