// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Chains with GPU code that was compiled at run time.

#pragma once

#include "opencv2/cudastripe/chain.hpp"

namespace cv { namespace cudastripe {

//! Compiles a chain for an architecture, such as 90, which no device here needs to have.
CV_EXPORTS CompiledChain compileFor(int architecture, const Chain& chain, int srcType, int secondType);

}}  // namespace cv::cudastripe
