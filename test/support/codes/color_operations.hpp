// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../images/image_operation.hpp"

namespace opencv_test {

//! Every code of cv::cvtColor between colour spaces, once for each number of channels of source and result.
std::vector<ImageOperation> colorOperations();

//! Every code of cv::cvtColor for Bayer patterns, once for each number of channels of the result.
std::vector<ImageOperation> bayerOperations();

}  // namespace opencv_test
