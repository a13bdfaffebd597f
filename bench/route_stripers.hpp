// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "opencv2/cudastripe/striper.hpp"

namespace bench {

//! The default Striper, or one that takes a route always. Kept as a program would. Never destroyed.
cv::cudastripe::Striper& striperFor(cv::cudastripe::Route route);

}  // namespace bench
