// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operations of chains.

#pragma once

#include <memory>

#include "../stripe_op.hpp"
#include "lower/lower_chain.hpp"
#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! What becomes of the pixels that a mask leaves out.
enum class Masking
{
    None,
    KeepsOld,   //!< the destination is the last input
    ClearsRest  //!< the destination is new: these pixels become 0
};

//! The StripeOp of a chain for an image. Its inputs are the source and, if they are used, the second image, the mask,
//! and (for KeepsOld) the old destination. To be cut by elements, all images must be continuous.
CV_EXPORTS std::unique_ptr<StripeOp> makeChainOp(std::shared_ptr<const LoweredChain> chain, Size size, Masking masking,
                                                 CutBy cut);

//! The StripeOp of a chain that begins or ends in a YUV format, or ends in a tensor. Both formats take a picture of
//! this size. Its inputs are those of makeChainOp() with the planes of the first format in place of the source. A chain
//! that ends in a format or a tensor has no mask. `granule` suits both formats.
std::unique_ptr<StripeOp> makeChainYuvOp(const Chain& chain, std::shared_ptr<const LoweredChain> lowered, Size size,
                                         Masking masking, int granule);

}}  // namespace cv::cudastripe
