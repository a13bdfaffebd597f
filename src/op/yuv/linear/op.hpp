// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operation that converts a YUV format to colours and interpolates chroma.

#pragma once

#include <memory>

#include "../../stripe_op.hpp"
#include "opencv2/core.hpp"
#include "opencv2/cudastripe/yuv_format.hpp"
#include "work.hpp"

namespace cv { namespace cudastripe {

//! True if chroma of the format spans several pixels, so that interpolation makes a difference.
bool spreadsChroma(const YuvFormat& format);
inline bool interpolatesChroma(const YuvFormat& format, ChromaUpsampling upsampling)
{
    return upsampling == ChromaUpsampling::Linear && spreadsChroma(format);
}

/** @brief As makeYuvDecodeOp() with 3 or 4 channels, but chroma is interpolated linearly between the samples, which lie
where the format's siting says. Only for formats for which spreadsChroma() is true. */
CV_EXPORTS std::unique_ptr<StripeOp> makeYuvLinearOp(const YuvFormat& format, ChannelOrder order, Size size, int depth,
                                                     int channels, int granule);

//! The work of that operation on some rows, if samples and results are of type T.
template <class T>
YuvLinearWork<T, T> linearWork(const StripeOp& op, const StripePlanes& planes, int64 units);

}}  // namespace cv::cudastripe
