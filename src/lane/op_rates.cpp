// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "op_rates.hpp"

#include "../plan/route.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr double kUnknownShare = 0.6;  // of the rate of a copy: a guess that the first calls put right
constexpr double kNewShare = 0.3;      // of a new observation, since single ones scatter
constexpr size_t kMostKinds = 4096;

}  // namespace

double OpRates::threadRate(const WorkKind& work) const
{
    std::lock_guard<std::mutex> lock(mutex_);
    const auto known = rates_.find(work.key);
    return known != rates_.end() && known->second > 0 ? known->second : kUnknownShare * host_.copy;
}

void OpRates::learn(const WorkKind& work, double bytes, double threadSeconds, int threads)
{
    if (!(bytes > 0 && threadSeconds > 0))
        return;
    const double seen = threadRateOf(bytes / threadSeconds * threads, threads, host_);
    std::lock_guard<std::mutex> lock(mutex_);
    if (rates_.size() >= kMostKinds)
        rates_.clear();
    const auto added = rates_.try_emplace(work.key, 0);
    double& rate = added.first->second;
    // The first call makes threads, and touches memory for the first time.
    if (!added.second)
        rate = rate > 0 ? rate + kNewShare * (seen - rate) : seen;
}

}}  // namespace cv::cudastripe
