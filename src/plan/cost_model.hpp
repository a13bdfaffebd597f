// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// How many stripes an image is best cut into.

#pragma once

#include "opencv2/cudastripe/route.hpp"
#include "stripe_plan.hpp"

namespace cv { namespace cudastripe {

//! `equal` full stripes, then `tapered` ones, each `ratio` times as large as the one before.
struct CV_EXPORTS StripeCount
{
    int64 equal = 1;
    int tapered = 0;
    double ratio = 1;

    //! The size of the whole work; a full stripe counts as 1.
    double weight() const;
};

/** @brief Chooses how many stripes a call is cut into: the count with the least time

    T = longest stage + 1.3 * gap * stripes + (other stages) / weight * last.

The longest stage runs without a break. The others overlap with it, except on the smallest stripe, the last or first
one: `last` is its size as a fraction of a full one. Stripes shrink only so fast that the other stages keep up. At least
`least` stripes are equal.
@param slack T may be longer by this fraction of the longest stage: gives the fewest stripes for which that holds */
CV_EXPORTS StripeCount chooseCount(const PlanInput& input, const StageList& stages, int64 least, const LinkRates& rates,
                                   double slack = 0);

//! The best number of stripes if `threads` threads copy them from and to pageable memory.
int64 stagedStripes(const PlanInput& input, int threads);

}}  // namespace cv::cudastripe
