// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../images/image_operation.hpp"

namespace opencv_test {

const cudastripe::Resampling kBicubic = cudastripe::Resampling::pillow(cudastripe::Resampling::Filter::Bicubic);

/** @brief Chains that crop, resize or place: each resampling with images of its types, and each layout of YUV with
some; up and down, of parts, with steps, second images and masks, into images, tensors and formats.

The reference decodes the picture, takes its part, resizes it, places it and does the steps, one after the other. */
std::vector<ImageOperation> resizedChainOperations();

//! What a chain must make of pixels.
Mat resizedChainReference(const Chain& chain, const Mat& pixels, const Mat& second = Mat());

}  // namespace opencv_test
