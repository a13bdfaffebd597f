// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "stripe_count.hpp"

#include <algorithm>
#include <cmath>

#include "link_model.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int kMaxTapered = 12;
constexpr int kMaxMore = 64;       // stripes beyond the least that are tried; the cost has its minimum far below
constexpr double kMinRatio = 0.5;  // shrinking faster gains nothing: the sizes are soon those of a gap
constexpr double kSlack = 0.05;    // of the ratio, for stages that are not quite as fast as the model says

}  // namespace

double StripeCount::weight() const
{
    double weight = double(equal), size = 1;
    for (int i = 0; i < tapered; ++i)
        weight += size *= ratio;
    return weight;
}

StripeCount chooseCount(const PlanInput& input, const Route& route, int64 least)
{
    const double up = has(route, Stage::Upload) ? input.uploadBytes / LinkModel::linkBytesPerSecond : 0;
    const double down = has(route, Stage::Download) ? input.downloadBytes / LinkModel::linkBytesPerSecond : 0;
    const double kernel = input.kernelBytes / LinkModel::kernelBytesPerSecond;
    const double longest = std::max({up, down, kernel});
    const double others = up + down + kernel - longest;
    const double ratio = std::min(0.95, std::max(kMinRatio, std::min(up, down) / longest + kSlack));

    StripeCount best;
    double bestCost = HUGE_VAL;
    double taperedWeight = 0, last = 1;
    for (int tapered = 0; tapered <= kMaxTapered; ++tapered) {
        for (int more = 0; more <= kMaxMore; ++more) {
            StripeCount count;
            count.equal = least + more;
            count.tapered = tapered;
            count.ratio = ratio;
            const double cost = LinkModel::gapSeconds * double(count.equal + tapered) +
                                others * last / (double(count.equal) + taperedWeight);
            if (cost < bestCost) {
                bestCost = cost;
                best = count;
            }
        }
        last *= ratio;
        taperedWeight += last;
    }
    return best;
}

int64 stagedStripes(const PlanInput& input)
{
    return static_cast<int64>(
        std::ceil(std::max(input.uploadBytes, input.downloadBytes) / LinkModel::stagedStripeBytes));
}

}}  // namespace cv::cudastripe
