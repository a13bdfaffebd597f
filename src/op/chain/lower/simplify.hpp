// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Steps on integers that do nothing are left out, and two that one instruction can do become one.

#pragma once

#include "folding.hpp"

namespace cv { namespace cudastripe {

//! The same bits from fewer steps.
std::vector<LoweredStep> simplifySteps(const std::vector<LoweredStep>& steps);

}}  // namespace cv::cudastripe
