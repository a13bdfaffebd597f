// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The conversions to packed 4:4:4 and back.

#pragma once

#include <memory>

#include "../stripe_op.hpp"
#include "opencv2/core.hpp"
#include "opencv2/cudastripe/yuv_format.hpp"

namespace cv { namespace cudastripe {

/** @brief A conversion to packed 4:4:4 that has a name: one row of the table. */
struct CV_EXPORTS PackedYuvConversion
{
    enum class Formula
    {
        Yuv,    //!< OpenCV's Y, U, V
        YCrCb,  //!< OpenCV's Y, Cr, Cb
    };

    int code;  //!< cv::cvtColor's
    const char* name;
    ChannelOrder order;
    Formula formula;

    //! The depths that the source may have, as a mask of 1 << depth.
    static constexpr int kDepths = 1 << CV_8U | 1 << CV_16U | 1 << CV_32F;
};

//! All conversions to packed 4:4:4.
CV_EXPORTS const std::vector<PackedYuvConversion>& packedYuvConversions();

//! The StripeOp of a conversion for an image; `depth` must be one of kDepths, `channels` 3 or 4. `cut` may
//! be Elements only if source and destination are continuous.
CV_EXPORTS std::unique_ptr<StripeOp> makePackedYuvOp(const PackedYuvConversion& conversion, Size size, int depth,
                                                     int channels, CutBy cut = CutBy::Rows);

/** @brief A conversion from packed 4:4:4 that has a name. The source has three channels and one of
PackedYuvConversion::kDepths; the result has that depth and 3 or 4 channels, the fourth of which is opaque. */
struct CV_EXPORTS PackedRgbConversion
{
    int code;  //!< cv::cvtColor's
    const char* name;
    ChannelOrder order;
    PackedYuvConversion::Formula formula;
};

//! All conversions from packed 4:4:4.
CV_EXPORTS const std::vector<PackedRgbConversion>& packedRgbConversions();

//! The StripeOp of a conversion for an image, whose result has `dstChannels`; otherwise as makePackedYuvOp.
CV_EXPORTS std::unique_ptr<StripeOp> makePackedRgbOp(const PackedRgbConversion& conversion, Size size, int depth,
                                                     int dstChannels, CutBy cut = CutBy::Rows);

}}  // namespace cv::cudastripe
