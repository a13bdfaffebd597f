// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operations that give a YUV format, and that convert one to colours.

#pragma once

#include <memory>

#include "../stripe_op.hpp"
#include "linear_work.hpp"
#include "opencv2/core.hpp"
#include "opencv2/cudastripe/yuv_format.hpp"

namespace cv { namespace cudastripe {

/** @brief The StripeOp of a format for an image of 3 or 4 channels, of any size if the format has several planes, else
of a width that is a multiple of the format's blocks.

Its outputs are the format's planes. `granule` is a multiple of the block's height, or of twice that where two rows
of a plane share a row of memory. */
CV_EXPORTS std::unique_ptr<StripeOp> makeYuvOp(const YuvFormat& format, ChannelOrder order, Size size, int channels,
                                               int granule);

/** @brief The StripeOp that makes an image of this size, one that makeYuvOp() takes, with 3 or 4 channels. If the
format has 8 bits and one plane, the image may have 1 channel, which is luma as it is.

Its inputs are the format's planes. `depth` is CV_8U, or CV_16U for formats of more than 8 bits. `granule`: see
makeYuvOp(). */
CV_EXPORTS std::unique_ptr<StripeOp> makeYuvDecodeOp(const YuvFormat& format, ChannelOrder order, Size size, int depth,
                                                     int channels, int granule);

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

//! True if codes of both formats mean the same colours and differ only in scale: one matrix and one range.
CV_EXPORTS bool sameColours(const YuvFormat& a, const YuvFormat& b);

//! How many of the source's first planes a shuffle reads: for a grey result only luma, if it has its own plane.
CV_EXPORTS int planesToShuffle(const YuvFormat& from, const YuvFormat& to);

/** @brief The StripeOp for formats of the same colours. Both take a picture of this size, as makeYuvOp().

Its inputs are the planes that it reads, its outputs those of `to`. `granule`: see makeYuvOp(). */
CV_EXPORTS std::unique_ptr<StripeOp> makeYuvShuffleOp(const YuvFormat& from, const YuvFormat& to, Size size,
                                                      int granule);

}}  // namespace cv::cudastripe
