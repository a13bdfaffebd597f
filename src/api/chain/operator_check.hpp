// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "opencv2/cudastripe/chain.hpp"

namespace cv { namespace cudastripe {

//! Throws, naming operator and parameter, if a step has parameters that are wrong for every image.
void requireValid(const Operator& step);

}}  // namespace cv::cudastripe
