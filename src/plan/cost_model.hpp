// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// How many stripes an image is best cut into.

#pragma once

#include "opencv2/cudastripe/rates.hpp"
#include "stripe_plan.hpp"

namespace cv { namespace cudastripe {

//! `equal` full stripes, then `tapered` ones, each `ratio` times the one before.
struct CV_EXPORTS StripeCount
{
    int64 equal = 1;
    int tapered = 0;
    double ratio = 1;

    //! The size of the work, in full stripes.
    double weight() const;
};

/** @brief Chooses how many stripes a call is cut into: the count with the least time

    T = longest stage + 1.3 * gap * stripes + (other stages) / weight * last.

The longest stage runs without a break; the work of the others on the smallest stripe, the last or the first, is not
overlapped: `last` is its part of a full one. Stripes shrink no faster than they can follow. At least `least` are equal.
@param slack gives the fewest stripes whose T is longer by no more than this part of the longest stage */
CV_EXPORTS StripeCount chooseCount(const PlanInput& input, const StageList& stages, int64 least, const LinkRates& rates,
                                   double slack = 0);

//! The best number of stripes for memory that so many threads stage.
int64 stagedStripes(const PlanInput& input, int threads);

}}  // namespace cv::cudastripe
