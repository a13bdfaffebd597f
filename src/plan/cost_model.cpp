// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "cost_model.hpp"

#include <algorithm>
#include <cmath>

namespace cv { namespace cudastripe {
namespace {

// Of the longest stage, that a stripe costs: the stages behind it have gaps, too, and fall behind.
constexpr double kGaps = 1.3;
constexpr int kMaxTapered = 16;
constexpr int kMaxMore = 80;       // stripes beyond the least; the cost has its minimum below
constexpr double kMinRatio = 0.5;  // shrinking faster gains nothing: the sizes are soon those of a gap
constexpr double kSlack = 0.02;    // of the ratio, for stages that are not quite as fast as the model says
// Each staged stripe costs its thread some 28 us beside the copies; a thread has two slots, which should stay in its
// cache.
constexpr double kMostStagedBytes = 1 << 21, kLeastStagedBytes = 1 << 18;
constexpr double kStagedOfAThread = 6;  // stripes, so that all threads end together

//! Seconds that the stages take for all units.
struct StageTimes
{
    double up, down, kernel;

    StageTimes(const PlanInput& input, const StageList& stages, const LinkRates& rates)
        : up(stages.has(Stage::Upload) ? input.uploadBytes / rates.upload : 0),
          down(stages.has(Stage::Download) ? input.downloadBytes / rates.download : 0),
          kernel(input.kernelBytes / rates.kernel)
    {
    }

    double longest() const { return std::max({up, down, kernel}); }
    double others() const { return up + down + kernel - longest(); }
};

}  // namespace

double StripeCount::weight() const
{
    double weight = double(equal), size = 1;
    for (int i = 0; i < tapered; ++i)
        weight += size *= ratio;
    return weight;
}

double callSeconds(const PlanInput& input, const StageList& stages, const StripeCount& count, const LinkRates& rates)
{
    const StageTimes times(input, stages, rates);
    return times.longest() + kGaps * rates.gapSeconds * double(count.equal + count.tapered) +
           times.others() * std::pow(count.ratio, count.tapered) / count.weight();
}

StripeCount chooseCount(const PlanInput& input, const StageList& stages, int64 least, const LinkRates& rates,
                        double patience)
{
    const StageTimes times(input, stages, rates);
    const double ratio = std::min(0.95, std::max(kMinRatio, std::min(times.up, times.down) / times.longest() + kSlack));
    double weights[kMaxTapered + 1] = {0}, lasts[kMaxTapered + 1] = {1};
    for (int i = 1; i <= kMaxTapered; ++i) {
        lasts[i] = lasts[i - 1] * ratio;
        weights[i] = weights[i - 1] + lasts[i];
    }
    // As callSeconds(), without what all have in common.
    const double each = kGaps * rates.gapSeconds;
    const auto cost = [&](int64 equal, int tapered) {
        return each * double(equal + tapered) + times.others() * lasts[tapered] / (double(equal) + weights[tapered]);
    };
    StripeCount best;
    best.ratio = ratio;
    double bestCost = HUGE_VAL;
    for (int tapered = 0; tapered <= kMaxTapered; ++tapered) {
        // Least where its derivative is 0: at one of the two whole numbers around.
        const double root = std::sqrt(times.others() * lasts[tapered] / each) - weights[tapered];
        const auto below = static_cast<int64>(std::min(double(least + kMaxMore), std::max(double(least), root)));
        for (int64 equal : {below, std::min(below + 1, least + kMaxMore)}) {
            const double now = cost(equal, tapered);
            if (now >= bestCost)
                continue;
            bestCost = now;
            best.equal = equal;
            best.tapered = tapered;
        }
    }
    const double enough = bestCost + patience * times.longest();
    for (int64 all = least; patience > 0 && all < best.equal + best.tapered; ++all) {
        for (int tapered = 0; tapered <= std::min<int64>(kMaxTapered, all - least); ++tapered) {
            if (cost(all - tapered, tapered) > enough)
                continue;
            best.equal = all - tapered;
            best.tapered = tapered;
            return best;
        }
    }
    return best;
}

int64 stagedStripes(const PlanInput& input, int threads)
{
    const double bytes = std::max(input.uploadBytes, input.downloadBytes);
    const double size = std::min(kMostStagedBytes, std::max(kLeastStagedBytes, bytes / (kStagedOfAThread * threads)));
    return static_cast<int64>(std::ceil(bytes / size));
}

}}  // namespace cv::cudastripe
