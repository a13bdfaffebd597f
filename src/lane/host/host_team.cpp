// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The CPU threads that convert a call's units.

#include "host_team.hpp"

#include <cmath>

#include "../../plan/tuning.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr double kHostClaimBytes = 1 << 18;  // fits a core's cache, and takes much longer than a claim

}  // namespace

void HostTeam::run(int threads, int parts, const Step& step, bool waitsAsleep)
{
    const StripeOp& op = *call_.op;
    const int64 units = parts == 1 ? op.units() : op.unitsOf(kHostClaimBytes);
    const HostLane lane{call_, claims_, threads_, units, parts, op.unitsOf(kLeastClaimBytes)};
    threads_.run(
        threads, [&] { return step(lane); }, waitsAsleep);
}

void HostTeam::finish(int threads)
{
    run(threads, threads, [](const HostLane& lane) { return lane.step() ? Device::Step::Worked : Device::Step::Done; });
}

// The first piece finds cold caches and untouched memory.
double HostTeam::measureCost(const HostRates& rates)
{
    const int64 least = call_.op->unitsOf(kLeastClaimBytes);
    const HostLane lane{call_, claims_, threads_, least, 1, least};
    double cost = HUGE_VAL;
    for (int piece = 0; piece < 2; ++piece) {
        const double start = threads_.now();
        if (const int64 units = lane.step())
            cost = std::min(cost, (threads_.now() - start) * rates.copy / call_.op->bytes(units));
    }
    return cost;
}

}}  // namespace cv::cudastripe
