// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "opencv2/cudastripe.hpp"

namespace opencv_test {

//! The example of docs/operators.md, compiled by nvcc if there is one: function objects on images and arrays.
void runExample(cv::InputArray bgra, cv::OutputArray gray, float* values, int64 count, float factor);

//! The same lines, always by the host's compiler.
void runExampleAsCxx(cv::InputArray bgra, cv::OutputArray gray, float* values, int64 count, float factor);

}  // namespace opencv_test
