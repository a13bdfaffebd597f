// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../images/image_operation.hpp"

namespace opencv_test {

//! A format and its depth for every layout.
std::vector<YuvFormat> yuvLayoutsAndDepths(YuvMatrix matrix, YuvRange range);

//! The sides of pictures that both formats take as one image are multiples of this.
Size blockOfBoth(const YuvFormat& a, const YuvFormat& b);

//! cvtYuv from one image to one image as an operation, against fractions.
ImageOperation cvtYuvOperation(const YuvFormat& from, const YuvFormat& to);

//! Every layout and depth with some others, ranges and sitings.
std::vector<ImageOperation> cvtYuvOperations();

}  // namespace opencv_test
