// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The pixels of a part that reaches beyond the image.

#pragma once

#include "../yuv/decoder.hpp"
#include "resized_op.hpp"

namespace cv { namespace cudastripe {

class PaddedPart final : public PictureSource
{
public:
    //! `picture`: the pixels of `type` that lie inside the image, placed on the part.
    PaddedPart(const Chain& chain, const ChainPicture& picture, int type)
        : op_(makeResizedChainOp(chain, nullptr, picture, type, 1, [](int) { return nullptr; }))
    {
    }

    const StripeOp& op() const override { return *op_; }
    void run(const StripePlanes& planes, const PlaneView& pixels, int64 rows) const override
    {
        StripePlanes own = planes;
        own.out[0] = pixels;
        op_->hostRun(own, rows);
    }

private:
    std::unique_ptr<StripeOp> op_;
};

}}  // namespace cv::cudastripe
