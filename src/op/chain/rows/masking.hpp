// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Results of a chain where its mask is 0.

#pragma once

#include "opencv2/cudastripe/detail/basic_types.hpp"

namespace cv { namespace cudastripe {

//! Replaces results whose mask is 0 by the old pixels, or by 0 if `old` is null.
using KeepUnmasked = void (*)(const uchar* mask, const uchar* old, uchar* result, int pixels);

//! The function for pixels of a type.
KeepUnmasked keepUnmaskedOf(int depth, int channels);

}}  // namespace cv::cudastripe
