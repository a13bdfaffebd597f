// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The conversions of Bayer patterns.

#pragma once

#include <memory>

#include "../../model/color_codes.hpp"
#include "../stripe_op.hpp"

namespace cv { namespace cudastripe {

//! The StripeOp of a code for an image of CV_8U or CV_16U. The code must give so many channels.
CV_EXPORTS std::unique_ptr<StripeOp> makeBayerOp(const BayerCode& code, Size size, int depth, int resultChannels);

}}  // namespace cv::cudastripe
