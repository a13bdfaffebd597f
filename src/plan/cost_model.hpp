// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "opencv2/cudastripe/rates.hpp"
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

/** @brief How long a call takes that is cut so: T = longest stage + 1.3 * gap * stripes + (other stages) / weight *
last.

The longest stage runs through; what the others do on the stripe at its end, the last of an upload, the first of a
download, is not overlapped. */
CV_EXPORTS double callSeconds(const PlanInput& input, const StageList& stages, const StripeCount& count,
                              const LinkRates& rates);

/** @brief The count with the least callSeconds().

The tail shrinks no faster than the stages after the longest keep up with, so that none of them falls behind. At least
`least` stripes of equal size are made. With patience, the fewest stripes that take no more than this part of the
longest stage longer. */
CV_EXPORTS StripeCount chooseCount(const PlanInput& input, const StageList& stages, int64 least, const LinkRates& rates,
                                   double patience = 0);

//! How many stripes pass best through page-locked memory that so many threads fill and empty.
int64 stagedStripes(const PlanInput& input, int threads);

}}  // namespace cv::cudastripe
