// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operation that shuffles samples from one YUV format into another one.

#pragma once

#include <memory>

#include "../../stripe_op.hpp"
#include "opencv2/core.hpp"
#include "opencv2/cudastripe/yuv_format.hpp"

namespace cv { namespace cudastripe {

//! True if codes of both formats mean the same colours and differ only in scale: one matrix and one range.
CV_EXPORTS bool sameColours(const YuvFormat& a, const YuvFormat& b);

//! How many of the source's first planes a shuffle reads: for a grey result only luma, if it has its own plane.
CV_EXPORTS int planesToShuffle(const YuvFormat& from, const YuvFormat& to);

/** @brief The StripeOp for formats of the same colours. Both take a picture of this size, as makeYuvOp().

Its inputs are the planes that it reads, its outputs those of `to`. `granule`: see makeYuvOp(). */
CV_EXPORTS std::unique_ptr<StripeOp> makeYuvShuffleOp(const YuvFormat& from, const YuvFormat& to, Size size,
                                                      int granule);

}}  // namespace cv::cudastripe
