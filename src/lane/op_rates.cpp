// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "op_rates.hpp"

#include <cmath>

#include "../plan/route.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr double kUnknownShare = 0.6;  // of the rate of a copy: a guess that the first calls put right
constexpr double kNewShare = 0.3;      // of a new observation, since single ones scatter
constexpr size_t kMostKinds = 4096;

// Where the bytes lie, in caches or not, depends on how many there are.
std::uint64_t keyOf(const StripeOp& op, int available)
{
    const auto size = static_cast<std::uint64_t>(std::ilogb(hostBytes(op, op.units())));
    return (op.kind() * 67 + size) * 1021 + static_cast<std::uint64_t>(available);
}

}  // namespace

double hostBytes(const StripeOp& op, int64 units)
{
    double bytes = 0;
    for (const std::vector<PlaneSpec>* planes : {&op.inputs(), &op.outputs()}) {
        for (const PlaneSpec& plane : *planes)
            bytes += double(plane.rowBytes) * double(op.rows(plane, units));
    }
    return bytes;
}

double OpRates::threadRate(const StripeOp& op, int available) const
{
    std::lock_guard<std::mutex> lock(mutex_);
    const auto known = rates_.find(keyOf(op, available));
    return known != rates_.end() && known->second > 0 ? known->second : kUnknownShare * host_.copy;
}

void OpRates::learn(const StripeOp& op, int available, double bytes, double threadSeconds, int threads)
{
    if (!(bytes > 0 && threadSeconds > 0))
        return;
    const double seen = threadRateOf(bytes / threadSeconds * threads, threads, host_);
    std::lock_guard<std::mutex> lock(mutex_);
    if (rates_.size() >= kMostKinds)
        rates_.clear();
    const auto added = rates_.try_emplace(keyOf(op, available), 0);
    double& rate = added.first->second;
    // The first call makes threads, and touches memory for the first time.
    if (!added.second)
        rate = rate > 0 ? rate + kNewShare * (seen - rate) : seen;
}

}}  // namespace cv::cudastripe
