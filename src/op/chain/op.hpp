// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operations of chains.

#pragma once

#include <memory>
#include <optional>

#include "../resize/op.hpp"
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

//! What a chain reads and makes.
struct ChainPicture
{
    Size source;                           //!< the image, the picture of the first format, or what `padded` makes
    Rect part;                             //!< the part of the source that is resized
    Size result;                           //!< the size of what the steps get
    int sourceGranule = 1;                 //!< suits the planes of the first format
    std::optional<Resampling> resampling;  //!< unset if the steps get the source as it is
    ResizeSizes sizes = {};                //!< of the part and of the resized picture
    Point at = {};                         //!< where the resized picture lies in the result
    Scalar border = {};                    //!< the value of all other pixels
    std::shared_ptr<const ChainPicture> padded = nullptr;  //!< makes the source; set if it lies on a border

    bool hasBorder() const { return resampling && sizes.made.size() != result; }
};

//! The StripeOp of a chain that begins or ends in a YUV format, ends in a tensor, or resizes. Its inputs are those of
//! makeChainOp() with the planes of the first format in place of the source. A chain that ends in a format or a tensor
//! has no mask. `granule` suits the format that the chain ends in; if the chain does not resize, also the first format.
CV_EXPORTS std::unique_ptr<StripeOp> makeChainYuvOp(const Chain& chain, std::shared_ptr<const LoweredChain> lowered,
                                                    const ChainPicture& picture, Masking masking, int granule);

}}  // namespace cv::cudastripe
