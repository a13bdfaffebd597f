// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "plan_cache.hpp"

#include <tuple>

namespace cv { namespace cudastripe {
namespace {

auto fields(const PlanInput& input)
{
    return std::tie(input.units, input.granule, input.uploadBytes, input.downloadBytes, input.kernelBytes);
}

auto fields(const PlanLimits& limits)
{
    return std::tie(limits.stripes, limits.maxUnits, limits.roundUp, limits.threads, limits.patience);
}

auto fields(const LinkRates& rates)
{
    return std::tie(rates.upload, rates.download, rates.kernel, rates.gapSeconds, rates.measured);
}

}  // namespace

bool PlanCache::Made::isFor(const PlanInput& otherInput, const StageList& otherStages, const PlanLimits& otherLimits,
                            const LinkRates& otherRates) const
{
    return fields(input) == fields(otherInput) && stages == otherStages && fields(limits) == fields(otherLimits) &&
           fields(rates) == fields(otherRates) && !plan.sizes.empty();
}

StripePlan PlanCache::plan(const PlanInput& input, const StageList& stages, const PlanLimits& limits,
                           const LinkRates& rates)
{
    std::lock_guard<std::mutex> lock(mutex_);
    for (const Made& made : made_) {
        if (made.isFor(input, stages, limits, rates))
            return made.plan;
    }
    Made& made = made_[oldest_];
    made.plan = planStripes(input, stages, limits, rates);
    made.input = input;
    made.stages = stages;
    made.limits = limits;
    made.rates = rates;
    oldest_ = (oldest_ + 1) % made_.size();
    return made.plan;
}

}}  // namespace cv::cudastripe
