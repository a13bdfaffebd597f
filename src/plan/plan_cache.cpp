// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The plans that were made last.

#include "plan_cache.hpp"

#include <tuple>

namespace cv { namespace cudastripe {
namespace {

auto key(const PlanInput& i, const StageList& stages, const PlanLimits& l, const LinkRates& r)
{
    return std::tie(i.units, i.granule, i.uploadBytes, i.downloadBytes, i.kernelBytes, i.kernelCost, stages, l.stripes,
                    l.maxUnits, l.roundUp, l.threads, l.slack, r.upload, r.download, r.kernel, r.gapSeconds,
                    r.measured);
}

}  // namespace

StripePlan PlanCache::plan(const PlanInput& input, const StageList& stages, const PlanLimits& limits,
                           const LinkRates& rates)
{
    std::lock_guard<std::mutex> lock(mutex_);
    for (const Entry& e : entries_) {
        if (!e.plan.sizes.empty() && key(e.input, e.stages, e.limits, e.rates) == key(input, stages, limits, rates))
            return e.plan;
    }
    Entry& made = entries_[oldest_];
    made = {input, stages, limits, rates, planStripes(input, stages, limits, rates)};
    oldest_ = (oldest_ + 1) % entries_.size();
    return made.plan;
}

}}  // namespace cv::cudastripe
