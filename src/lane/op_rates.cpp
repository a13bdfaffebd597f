// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "op_rates.hpp"

#include <algorithm>

#include "../plan/route.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr double kUnknownShare = 0.6;  // of the rate of a copy: a guess that the first calls put right
constexpr double kNewShare = 0.3;      // of a new observation, since single ones scatter
constexpr int kFirst = 4;       // calls; of all but the first the fastest counts: a thread may have lost its processor
constexpr double kBadLuck = 4;  // times what is seen the guess still stands until then
constexpr size_t kMostKinds = 4096;

}  // namespace

double OpRates::guess() const
{
    return kUnknownShare * host_.copy;
}

double OpRates::threadRate(const WorkKind& work) const
{
    std::lock_guard<std::mutex> lock(mutex_);
    const auto known = seen_.find(work.key);
    if (known == seen_.end() || known->second.rate == 0)
        return guess();
    const Seen& seen = known->second;
    const bool sure = seen.calls >= kFirst || seen.rate * kBadLuck < guess();
    return sure ? seen.rate : std::max(seen.rate, guess());
}

void OpRates::learn(const WorkKind& work, double bytes, double threadSeconds, int threads)
{
    if (!(bytes > 0 && threadSeconds > 0))
        return;
    const double now = threadRateOf(bytes / threadSeconds * threads, threads, host_);
    std::lock_guard<std::mutex> lock(mutex_);
    if (seen_.size() >= kMostKinds)
        seen_.clear();
    Seen& seen = seen_[work.key];
    // The first call makes threads, and touches memory for the first time.
    seen.calls = std::min(seen.calls + 1, kFirst + 1);
    if (seen.calls > 1)
        seen.rate = seen.calls <= kFirst ? std::max(seen.rate, now) : seen.rate + kNewShare * (now - seen.rate);
}

}}  // namespace cv::cudastripe
