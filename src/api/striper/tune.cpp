// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Striper::tune, which tries every route of a call, and its result.

#include <algorithm>

#include "opencv2/core/utility.hpp"
#include "striper_impl.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int kWarmUp = 2;  // runs that load, allocate and start threads

struct Candidate
{
    Tuning tuning;
    std::unique_ptr<Striper> striper;
    std::vector<double> seconds;
};

}  // namespace

StriperParams& StriperParams::use(const Tuning& tuning)
{
    route = tuning.route;
    hostShare = tuning.hostShare;
    stripes = tuning.stripes;
    threads = tuning.threads;
    return *this;
}

Tuning Striper::tune(const std::function<void(Striper&)>& call, int rounds)
{
    if (rounds < 1)
        CV_Error_(Error::StsOutOfRange, ("cudastripe::Striper::tune: rounds is %d; it must be 1 or more", rounds));
    const RouteChoice choice = explain(call);
    std::vector<Candidate> candidates;
    // Fewer threads may be as fast if memory or the bus is the limit.
    for (const RouteEstimate& estimate : choice.estimates) {
        const bool usesThreads = estimate.route == Route::Host || estimate.route == Route::Shared;
        for (int part : {1, 2, 4}) {
            Tuning tuning;
            tuning.route = estimate.route;
            tuning.threads = usesThreads ? choice.threads / part : 0;
            if (!estimate.possible || (part > 1 && tuning.threads == 0))
                continue;
            StriperParams params = impl().params();
            candidates.push_back({tuning, makeStriperFrom(impl().deviceSet().source(), params.use(tuning)), {}});
            candidates.back().striper->setRates(rates());
        }
    }
    for (int round = -kWarmUp; round < rounds; ++round) {
        for (Candidate& candidate : candidates) {
            const int64 start = getTickCount();
            call(*candidate.striper);
            if (round >= 0)
                candidate.seconds.push_back(double(getTickCount() - start) / getTickFrequency());
        }
    }
    Tuning best;
    for (Candidate& candidate : candidates) {
        const auto median = candidate.seconds.begin() + rounds / 2;
        std::nth_element(candidate.seconds.begin(), median, candidate.seconds.end());
        candidate.tuning.seconds = *median;
        if (best.route == Route::Auto || *median < best.seconds)
            best = candidate.tuning;
    }
    return best;
}

String Tuning::toString() const
{
    String text = cudastripe::toString(route);
    if (hostShare >= 0)
        text += format(", host share %.2f", hostShare);
    if (stripes > 0)
        text += format(", %d stripes", stripes);
    if (threads > 0)
        text += format(", %d threads", threads);
    return text + format(": %.3f ms", seconds * 1e3);
}

}}  // namespace cv::cudastripe
