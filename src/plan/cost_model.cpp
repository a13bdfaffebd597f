// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// How many stripes an image is best cut into.

#include "cost_model.hpp"

#include <algorithm>
#include <cmath>

namespace cv { namespace cudastripe {
namespace {

constexpr double kGaps = 1.3;  // a stripe costs more than one gap, since other stages have gaps, too
constexpr int kMaxTapered = 16;
constexpr int kMaxMore = 80;           // how many equal stripes beyond `least` are tried; the cheapest count has fewer
constexpr double kMinRatio = 0.65;     // with 0.5, NV12 to BGR takes 2 % longer
constexpr double kRatioMargin = 0.02;  // stages are not quite as fast as the model says
// A thread's two slots should stay in its cache, but each stripe costs it some 28 us besides the copies.
constexpr double kMaxStagedBytes = 1 << 21, kMinStagedBytes = 1 << 18;
constexpr double kStagedOfAThread = 6;  // stripes of a thread: enough that all threads end at about the same time

}  // namespace

double StripeCount::weight() const
{
    double weight = double(equal), size = 1;
    for (int i = 0; i < tapered; ++i)
        weight += size *= ratio;
    return weight;
}

StripeCount chooseCount(const PlanInput& input, const StageList& stages, int64 least, const LinkRates& rates,
                        double slack)
{
    const double up = stages.has(Stage::Upload) ? input.uploadBytes / rates.upload : 0;
    const double down = stages.has(Stage::Download) ? input.downloadBytes / rates.download : 0;
    const double kernel = input.kernelCost * input.kernelBytes / rates.kernel, longest = std::max({up, down, kernel});
    const double others = up + down + kernel - longest;
    const double ratio = std::min(0.95, std::max(kMinRatio, std::min(up, down) / longest + kRatioMargin));
    double weights[kMaxTapered + 1] = {0}, lasts[kMaxTapered + 1] = {1};
    for (int i = 1; i <= kMaxTapered; ++i) {
        lasts[i] = lasts[i - 1] * ratio;
        weights[i] = weights[i - 1] + lasts[i];
    }
    // T of the header, without the longest stage, which is the same for all counts.
    const double each = kGaps * rates.gapSeconds;
    const auto cost = [&](int64 equal, int tapered) {
        return each * double(equal + tapered) + others * lasts[tapered] / (double(equal) + weights[tapered]);
    };
    StripeCount best;
    best.ratio = ratio;
    double bestCost = HUGE_VAL;
    for (int tapered = 0; tapered <= kMaxTapered; ++tapered) {
        // The derivative is 0 between the two whole numbers that are tried.
        const double root = std::sqrt(others * lasts[tapered] / each) - weights[tapered];
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
    const double enough = bestCost + slack * longest;
    for (int64 all = least; slack > 0 && all < best.equal + best.tapered; ++all) {
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
    const double size = std::min(kMaxStagedBytes, std::max(kMinStagedBytes, bytes / (kStagedOfAThread * threads)));
    return static_cast<int64>(std::ceil(bytes / size));
}

}}  // namespace cv::cudastripe
