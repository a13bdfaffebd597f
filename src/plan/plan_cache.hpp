// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <array>
#include <mutex>

#include "stripe_plan.hpp"

namespace cv { namespace cudastripe {

/** @brief The plans that were made last. Any number of threads.

Before a call's first upload every microsecond counts, and mostly its images have the sizes of those before. */
class CV_EXPORTS PlanCache
{
public:
    //! What planStripes() gives.
    StripePlan plan(const PlanInput& input, const StageList& stages, const PlanLimits& limits, const LinkRates& rates);

private:
    struct Made
    {
        PlanInput input{};
        StageList stages;
        PlanLimits limits;
        LinkRates rates;
        StripePlan plan;  // empty if none was made

        bool isFor(const PlanInput& input, const StageList& stages, const PlanLimits& limits,
                   const LinkRates& rates) const;
    };

    std::mutex mutex_;
    std::array<Made, 8> made_;
    size_t oldest_ = 0;
};

}}  // namespace cv::cudastripe
