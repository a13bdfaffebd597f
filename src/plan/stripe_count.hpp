// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_STRIPE_COUNT_HPP
#define OPENCV_CUDASTRIPE_STRIPE_COUNT_HPP

#include "stripe_plan.hpp"

namespace cv { namespace cudastripe {

//! So many equal stripes, then so many of which each is `ratio` times the one before.
struct StripeCount
{
    int64 equal = 1;
    int tapered = 0;
    double ratio = 1;

    //! The size of the work, in full stripes.
    double weight() const;
};

/** @brief Chooses how many stripes cost least: each one more costs a gap on the longest stage, and what follows on the
longest stage's last stripe is not overlapped.

The tail shrinks no faster than the stages after the longest keep up with, so that none of them falls behind. At least
`least` stripes' worth of equal size are made. */
StripeCount chooseCount(const PlanInput& input, const Route& route, int64 least);

//! How many stripes pass best through page-locked memory.
int64 stagedStripes(const PlanInput& input);

}}  // namespace cv::cudastripe

#endif
