// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../images/image_operation.hpp"

namespace opencv_test {

//! One operation for each row of yuvCodes(); the reference is cv::cvtColor where this OpenCV has the code.
std::vector<ImageOperation> yuvCodeOperations();

//! A format as an operation, against real arithmetic, within a code.
ImageOperation yuvFormatOperation(const YuvFormat& format, ChannelOrder order);

//! Every layout with every depth, each with another matrix, range, siting and channel order.
std::vector<ImageOperation> yuvLayoutOperations();

}  // namespace opencv_test
