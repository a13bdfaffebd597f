// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <memory>

#include "../stripe_op.hpp"
#include "lower/compiler.hpp"
#include "opencv2/core.hpp"
#include "opencv2/cudastripe/yuv_format.hpp"

namespace cv { namespace cudastripe {

//! The StripeOp of a chain that ends in a YUV format, for an image whose sides are multiples of the format's block; the
//! chain's result must have a type that the format takes. Its inputs are the source and, if the chain uses it, the
//! second image.
std::unique_ptr<StripeOp> makeChainYuvOp(std::shared_ptr<const CompiledChain> chain, const YuvFormat& format,
                                         ChannelOrder order, Size size, int rowsTogether);

}}  // namespace cv::cudastripe
