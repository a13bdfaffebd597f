// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_WORK_KIND_HPP
#define OPENCV_CUDASTRIPE_WORK_KIND_HPP

#include <cstdint>

#include "../op/stripe_op.hpp"

namespace cv { namespace cudastripe {

//! Bytes that so many units read and write.
CV_EXPORTS double hostBytes(const StripeOp& op, int64 units);

//! About so many bytes of the first input, in units: whole granules, at least one.
int64 unitsOf(const StripeOp& op, double bytes);

constexpr double kLeastClaimBytes = 1 << 15;  // of a CPU thread: takes some microseconds

/** @brief Work that takes a CPU thread as long for each byte, in calls that have so many threads: of small images each
of many does little, and mostly starts and ends. */
struct CV_EXPORTS WorkKind
{
    WorkKind(const StripeOp& op, int threads);

    double bytes;       //!< that the whole image reads and writes
    int64 pieces;       //!< that it makes if they are as small as threads claim them
    std::uint64_t key;  //!< the same for images of about as many bytes: on these depends in which cache they lie
};

}}  // namespace cv::cudastripe

#endif
