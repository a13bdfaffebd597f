// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "opencv2/cudastripe/chain.hpp"

namespace opencv_test {

//! The value of the bits of a finite CV_16F without sign; 2^16 for those of infinity.
double valueOfHalf(int bits);

//! The bits of the CV_16F that is nearest to a number, found among all of them; of two the even one.
int nearestHalf(float x);

//! The bits of the bfloat16 that is nearest to a number; of two the even one.
int nearestBFloat(float x);

//! The depth of arrays that hold a tensor.
int tensorArrayDepth(int depth);

/** @brief The tensor of an image, as an image of two dimensions: planes one below the other, or channels side by side.
@param depth CV_32F, CV_16F, kBFloat16 or CV_8U. */
cv::Mat tensorReference(const cv::Mat& image, cv::cudastripe::TensorLayout layout, int depth);

//! The patches of an image, see Chain::toPatches.
cv::Mat patchesReference(const cv::Mat& image, const cv::cudastripe::PatchShape& shape, int depth,
                         cv::cudastripe::ChannelOrder order);

}  // namespace opencv_test
