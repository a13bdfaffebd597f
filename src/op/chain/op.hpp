// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operations of chains.

#pragma once

#include <memory>

#include "../stripe_op.hpp"
#include "lower/compiler.hpp"
#include "opencv2/core.hpp"
#include "opencv2/cudastripe/yuv_format.hpp"

namespace cv { namespace cudastripe {

//! What becomes of the pixels that a mask leaves out.
enum class Masking
{
    None,
    KeepsOld,   //!< the destination is the last input
    ClearsRest  //!< it was made for the call: what the mask leaves becomes 0
};

//! The StripeOp of a chain for an image. Its inputs are the source, the second image if the chain uses it, the mask,
//! and the destination. To be cut by elements all of them must be continuous.
CV_EXPORTS std::unique_ptr<StripeOp> makeChainOp(std::shared_ptr<const CompiledChain> chain, Size size, Masking masking,
                                                 CutBy cut);

//! The StripeOp of a chain that ends in a YUV format, for an image whose sides are multiples of the format's block. Its
//! inputs are the source and, if the chain uses it, the second image.
std::unique_ptr<StripeOp> makeChainYuvOp(std::shared_ptr<const CompiledChain> chain, const YuvFormat& format,
                                         ChannelOrder order, Size size, int rowsTogether);

}}  // namespace cv::cudastripe
