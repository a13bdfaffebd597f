// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The conversions between colour spaces, pixel by pixel.

#pragma once

#include <memory>

#include "../../model/color_codes.hpp"
#include "../stripe_op.hpp"

namespace cv { namespace cudastripe {

//! The StripeOp of a code for an image. The code must take and give these channels, and take this depth. `cut` may be
//! Elements only if source and destination are continuous.
CV_EXPORTS std::unique_ptr<StripeOp> makeColorOp(const ColorCode& code, Size size, int depth, int sourceChannels,
                                                 int resultChannels, CutBy cut = CutBy::Rows);

}}  // namespace cv::cudastripe
