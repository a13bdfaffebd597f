// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The description of a chain's call.

#pragma once

#include "../striper/operation.hpp"
#include "../yuv/images.hpp"
#include "opencv2/cudastripe/chain.hpp"

namespace cv { namespace cudastripe {

//! Describes a call of a chain that has no second image and no mask. `framing` replaces the chain's own. The chain must
//! outlive the result.
Operation describeFramed(const char* function, InputArray src, const YuvArgument& argument, OutputArray dst,
                         const Chain& chain, const Framing& framing);

}}  // namespace cv::cudastripe
