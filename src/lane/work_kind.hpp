// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_WORK_KIND_HPP
#define OPENCV_CUDASTRIPE_WORK_KIND_HPP

#include <cstdint>

#include "../op/stripe_op.hpp"

namespace cv { namespace cudastripe {

//! Bytes that so many units read and write.
CV_EXPORTS double hostBytes(const StripeOp& op, int64 units);

/** @brief Work that takes a CPU thread as long for each byte, in calls that have so many threads: of small images each
of many does little, and mostly starts and ends. */
struct CV_EXPORTS WorkKind
{
    WorkKind(const StripeOp& op, int threads);

    double bytes;       //!< that the whole image reads and writes
    std::uint64_t key;  //!< the same for images of about as many bytes: on these depends in which cache they lie
};

}}  // namespace cv::cudastripe

#endif
