// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operation of a chain that begins or ends in a YUV format, or ends in a tensor, and does not resize.

#pragma once

#include "../op.hpp"

namespace cv { namespace cudastripe {

//! `decodes`: the source is a picture of the chain's first format, not an image.
std::unique_ptr<StripeOp> makeFormatChainOp(const Chain& chain, std::shared_ptr<const LoweredChain> lowered, Size size,
                                            Masking masking, int granule, bool decodes);

}}  // namespace cv::cudastripe
