// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Arguments that several functions take.

#pragma once

#include "opencv2/cudastripe/chain.hpp"

namespace cv { namespace cudastripe {

//! True for a std::vector or std::array of images.
bool isArrayOfImages(const _InputArray& array);

//! False for containers of images and for OpenGL buffers.
bool isOneImage(const _InputArray& array);

//! Throws unless the order is BGR or RGB. `prefix` stands before the argument's name.
void requireOrder(ChannelOrder order, const char* function, const char* prefix = "");

//! Throws unless the interpolation is Nearest or Linear.
void requireUpsampling(ChromaUpsampling upsampling, const char* function, const char* prefix = "");

//! For messages and logs: "CHW".
const char* nameOf(TensorLayout layout);

//! Throws unless a layout is CHW or HWC.
void requireLayout(TensorLayout layout, const char* function);

}}  // namespace cv::cudastripe
