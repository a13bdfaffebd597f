// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "opencv2/cudastripe/chain.hpp"

namespace opencv_test {

//! The value of the bits of a finite CV_16F without sign; 2^16 for those of infinity.
double valueOfHalf(int bits);

//! The bits of the CV_16F that is nearest to a number, found among all of them; of two the even one.
int nearestHalf(float x);

/** @brief The tensor of an image, as an image of two dimensions: planes one below the other, or channels side by side.
@param depth CV_32F or CV_16F. */
cv::Mat tensorReference(const cv::Mat& image, cv::cudastripe::TensorLayout layout, int depth);

}  // namespace opencv_test
