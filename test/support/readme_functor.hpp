// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "opencv2/cudastripe.hpp"

namespace opencv_test {

//! The README's example, by nvcc where there is one: images and arrays by function objects.
void runReadmeExample(cv::InputArray bgra, cv::OutputArray gray, float* values, int64 count, float factor);

//! The same lines, always by the host's compiler.
void runReadmeExampleAsCxx(cv::InputArray bgra, cv::OutputArray gray, float* values, int64 count, float factor);

}  // namespace opencv_test
