// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Code that was compiled at run time, as the driver loads it.

#pragma once

#include <memory>
#include <vector>

#include "../../op/kernel_code.hpp"

namespace cv { namespace cudastripe {

//! @param code for an architecture, such as 90; kernel() gives null while a device of another architecture is current
std::shared_ptr<const KernelCode> loadedCode(std::vector<uchar> code, int architecture);

}}  // namespace cv::cudastripe
