// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The sizes of stripes, and a cache of plans.

#include "stripe_plan.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "../model/checked_math.hpp"
#include "cost_model.hpp"

namespace cv { namespace cudastripe {
namespace {

std::vector<int64> equalSizes(int64 granules, int64 stripes)
{
    std::vector<int64> sizes(static_cast<size_t>(stripes), granules / stripes);
    std::fill_n(sizes.begin(), granules % stripes, granules / stripes + 1);
    return sizes;
}

std::vector<int64> roundedUpSizes(int64 granules, int64 stripes)
{
    const int64 size = dividedUp(granules, stripes);
    std::vector<int64> sizes(static_cast<size_t>(dividedUp(granules, size)), size);
    sizes.back() = granules - size * (int64(sizes.size()) - 1);
    return sizes;
}

// Rounds the sum of the sizes, not each size, so that errors do not add up.
std::vector<int64> taperedSizes(int64 granules, const StripeCount& count, int64 maxGranules)
{
    const double full = 1 / count.weight();
    std::vector<int64> sizes;
    double fraction = 0, size = full;
    int64 done = 0;
    for (int64 i = 0; i < count.equal + count.tapered && done < granules; ++i) {
        if (i >= count.equal)
            size *= count.ratio;
        fraction += size;
        const bool last = i + 1 == count.equal + count.tapered;
        int64 end = last ? granules : std::min(granules, int64(std::llround(fraction * double(granules))));
        for (end = std::max(end, done + 1); done < end; done += sizes.back())
            sizes.push_back(std::min(end - done, maxGranules));
    }
    return sizes;
}

auto key(const PlanInput& i, const StageList& stages, const PlanLimits& l, const LinkRates& r)
{
    return std::tie(i.units, i.granule, i.uploadBytes, i.downloadBytes, i.kernelBytes, i.kernelCost, stages, l.stripes,
                    l.maxUnits, l.roundUp, l.threads, l.slack, r.upload, r.download, r.kernel, r.gapSeconds,
                    r.measured);
}

}  // namespace

int64 StripePlan::largest() const
{
    return sizes.empty() ? 0 : *std::max_element(sizes.begin(), sizes.end());
}

StripePlan planStripes(const PlanInput& input, const StageList& stages, const PlanLimits& limits,
                       const LinkRates& rates)
{
    CV_Assert(input.units > 0 && input.granule > 0 && limits.stripes >= 0);
    const int64 granules = dividedUp(input.units, input.granule);
    const int64 maxGranules = limits.maxUnits > 0 ? std::max<int64>(1, limits.maxUnits / input.granule) : granules;
    const int64 least = dividedUp(granules, maxGranules);

    StripePlan plan;
    if (limits.stripes > 0) {
        const int64 stripes = std::min(granules, std::max<int64>(limits.stripes, least));
        plan.sizes = limits.roundUp ? roundedUpSizes(granules, stripes) : equalSizes(granules, stripes);
    } else if (staged(stages)) {
        plan.sizes = equalSizes(granules, std::min(granules, std::max(stagedStripes(input, limits.threads), least)));
    } else if (hasCopies(stages)) {
        plan.sizes = taperedSizes(granules, chooseCount(input, stages, least, rates, limits.slack), maxGranules);
        // If the download takes longer than the upload, short first stripes let it start early.
        if (stages.has(Stage::Download) &&
            (!stages.has(Stage::Upload) || input.downloadBytes * rates.upload > input.uploadBytes * rates.download))
            std::reverse(plan.sizes.begin(), plan.sizes.end());
    } else {
        plan.sizes = equalSizes(granules, least);
    }
    for (int64& size : plan.sizes)
        size = checkedProduct(size, input.granule);
    plan.sizes.back() -= checkedProduct(granules, input.granule) - input.units;
    return plan;
}

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
