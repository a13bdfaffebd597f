// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The plans that were made last.

#pragma once

#include <array>
#include <mutex>

#include "stripe_plan.hpp"

namespace cv { namespace cudastripe {

//! Keeps plans, since images mostly have the sizes of those before. Any number of threads.
class CV_EXPORTS PlanCache
{
public:
    //! The same as planStripes().
    StripePlan plan(const PlanInput& input, const StageList& stages, const PlanLimits& limits, const LinkRates& rates);

private:
    struct Entry
    {
        PlanInput input{};
        StageList stages;
        PlanLimits limits;
        LinkRates rates;
        StripePlan plan;  // empty if none was made
    };

    std::mutex mutex_;
    std::array<Entry, 8> entries_;
    size_t oldest_ = 0;
};

}}  // namespace cv::cudastripe
