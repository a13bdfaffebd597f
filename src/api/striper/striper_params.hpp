// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "opencv2/cudastripe/striper.hpp"

namespace cv { namespace cudastripe {

//! The same parameters; throws if one of them is out of its range.
const StriperParams& checkedParams(const StriperParams& params);

}}  // namespace cv::cudastripe
