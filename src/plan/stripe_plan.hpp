// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <vector>

#include "opencv2/cudastripe/rates.hpp"
#include "stage_list.hpp"

namespace cv { namespace cudastripe {

//! The work as a plan sees it.
struct PlanInput
{
    int64 units;
    int granule;
    double uploadBytes;    //!< of all units
    double downloadBytes;  //!< of all units
    double kernelBytes;    //!< read and written by the kernels, of all units
};

//! What the caller fixed; 0 leaves the choice to the plan.
struct PlanLimits
{
    int stripes = 0;
    int64 maxUnits = 0;  //!< of a stripe: what a slot holds
    //! Cuts `stripes` by rounded-up division: all but the last are of one size, and there may be fewer.
    bool roundUp = false;
    int threads = 1;      //!< that fill and empty slots of pageable memory
    double patience = 0;  //!< a part of the call's time that fewer stripes are worth
};

/** @brief The sizes, in units, of the stripes in the order in which they are issued. They add up to the work; all but
the last are multiples of the granule; none is empty. */
struct CV_EXPORTS StripePlan
{
    std::vector<int64> sizes;

    int64 largest() const;
};

/** @brief Cuts the work for a stages.

With stripes given: that many, as equal as the granule allows, fewer if there are fewer granules; or, rounded up, each
of ceil(granules / stripes) but the last, and none that is empty. Else as many as cost
least at these rates, or with patience fewer: see chooseCount(). The tail is tapered where the upload takes
longest, the head where the download does. A limit on a stripe's size is kept. */
CV_EXPORTS StripePlan planStripes(const PlanInput& input, const StageList& stages, const PlanLimits& limits,
                                  const LinkRates& rates = LinkRates());

}}  // namespace cv::cudastripe
