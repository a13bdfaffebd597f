// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operation of a chain that resizes.

#pragma once

#include "../op.hpp"

namespace cv { namespace cudastripe {

//! Makes the operation of a chain's steps, with this granule; gives null if there are none.
using MakeSteps = std::function<std::unique_ptr<StripeOp>(int granule)>;

//! `type`: of the pixels that are resized; `granule`: suits what the chain ends in.
std::unique_ptr<StripeOp> makeResizedChainOp(const Chain& chain, std::shared_ptr<const LoweredChain> lowered,
                                             const ChainPicture& picture, int type, int granule,
                                             const MakeSteps& makeSteps);

}}  // namespace cv::cudastripe
