// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The conversions to packed 4:4:4 and back.

#pragma once

#include <memory>

#include "../../stripe_op.hpp"
#include "opencv2/core.hpp"
#include "opencv2/cudastripe/yuv_format.hpp"

namespace cv { namespace cudastripe {

//! A conversion to packed 4:4:4 or back that has a name: one row of the table.
struct CV_EXPORTS PackedYuvConversion
{
    enum class Formula
    {
        Yuv,    //!< OpenCV's Y, U, V
        YCrCb,  //!< OpenCV's Y, Cr, Cb
    };

    int code;  //!< cv::cvtColor's
    const char* name;
    ChannelOrder order;  //!< of the colours
    Formula formula;
    bool givesColours;  //!< it is a conversion back; a fourth channel of its result is opaque

    //! The depths that the source may have, as a mask of 1 << depth. The result has the same.
    static constexpr int kDepths = 1 << CV_8U | 1 << CV_16U | 1 << CV_32F;
};

//! All of them: first those to 4:4:4, then those back.
CV_EXPORTS const std::vector<PackedYuvConversion>& packedYuvConversions();

//! The StripeOp of a conversion for an image; `depth` must be one of kDepths, the image of colours has 3 or 4
//! `channels`. `cut` may be Elements only if source and destination are continuous.
CV_EXPORTS std::unique_ptr<StripeOp> makePackedYuvOp(const PackedYuvConversion& conversion, Size size, int depth,
                                                     int channels, CutBy cut = CutBy::Rows);

}}  // namespace cv::cudastripe
