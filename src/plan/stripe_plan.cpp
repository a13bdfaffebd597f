// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "stripe_plan.hpp"

#include <algorithm>
#include <cmath>

#include "checked_math.hpp"
#include "link_model.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int kTaperSteps = 3;  // an eighth of a stripe is the smallest

double seconds(double bytes, bool copied)
{
    return copied ? bytes / LinkModel::linkBytesPerSecond : 0;
}

int64 chosenStripes(const PlanInput& input, const Route& route)
{
    if (has(route, Stage::StageIn) || has(route, Stage::StageOut))
        return static_cast<int64>(std::ceil(std::max(input.inBytes, input.outBytes) / LinkModel::stagedStripeBytes));
    const double up = seconds(input.inBytes, has(route, Stage::Upload));
    const double down = seconds(input.outBytes, has(route, Stage::Download));
    const double kernel = (input.inBytes + input.outBytes) / LinkModel::kernelBytesPerSecond;
    if (up == 0 && down == 0)
        return 1;
    const double exposed = up + kernel + down - std::max({up, kernel, down});
    return static_cast<int64>(std::lround(std::sqrt(exposed / LinkModel::gapSeconds)));
}

std::vector<int64> equalSizes(int64 granules, int64 stripes)
{
    std::vector<int64> sizes(static_cast<size_t>(stripes), granules / stripes);
    std::fill_n(sizes.begin(), granules % stripes, granules / stripes + 1);
    return sizes;
}

// Replaces the last stripe by halves of halves, so that little is left to do when the longest stage ends.
void taper(std::vector<int64>& sizes)
{
    if (sizes.size() < 4 || sizes.back() < (1 << kTaperSteps))
        return;
    int64 left = sizes.back();
    sizes.pop_back();
    for (int i = 0; i < kTaperSteps; ++i) {
        sizes.push_back((left + 1) / 2);
        left -= sizes.back();
    }
    sizes.push_back(left);
}

}  // namespace

int64 StripePlan::largest() const
{
    return sizes.empty() ? 0 : *std::max_element(sizes.begin(), sizes.end());
}

StripePlan planStripes(const PlanInput& input, const Route& route, const PlanLimits& limits)
{
    CV_Assert(input.units > 0 && input.granule > 0 && limits.stripes >= 0);
    const int64 granules = dividedUp(input.units, input.granule);
    int64 stripes = limits.stripes > 0 ? limits.stripes : chosenStripes(input, route);
    if (limits.maxUnits > 0)
        stripes = std::max(stripes, dividedUp(granules, std::max<int64>(1, limits.maxUnits / input.granule)));
    stripes = std::min(granules, std::max<int64>(1, stripes));

    StripePlan plan;
    plan.sizes = equalSizes(granules, stripes);
    if (limits.stripes == 0 && has(route, Stage::Upload) && !has(route, Stage::StageIn) &&
        !has(route, Stage::StageOut)) {
        const bool downloadIsLongest = has(route, Stage::Download) && input.outBytes > input.inBytes;
        taper(plan.sizes);
        if (downloadIsLongest)
            std::reverse(plan.sizes.begin(), plan.sizes.end());
    }
    for (int64& size : plan.sizes)
        size = checkedProduct(size, input.granule);
    plan.sizes.back() -= checkedProduct(granules, input.granule) - input.units;
    return plan;
}

}}  // namespace cv::cudastripe
