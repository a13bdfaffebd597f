// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The CPU threads of a call.

#include "host_team.hpp"

#include <cmath>

#include "../plan/tuning.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr double kHostClaimBytes = 1 << 18;  // fits a core's cache, and takes much longer than a claim

}  // namespace

void HostTeam::run(int threads, const Step& step, bool waitsAsleep)
{
    const auto loop = [&] { return guarded(step); };
    if (watching_.empty())
        runHostLoop(threads, loop, waitsAsleep);
    else
        watching_.front()->hostLoop(threads, loop);
    if (error_)
        std::rethrow_exception(error_);
}

void HostTeam::finish(int threads)
{
    run(threads, [&] { return convert(threads) ? Device::Step::Worked : Device::Step::Done; });
}

int64 HostTeam::convert(int64 parts)
{
    const StripeOp& op = *call_.op;
    const int64 most = parts == 1 ? op.units() : op.unitsOf(kHostClaimBytes);
    return convert(claims_.takeBack(most, parts, op.unitsOf(kMinClaimBytes)));
}

int64 HostTeam::convert(const Claim& claim)
{
    if (!claim)
        return 0;
    const StripeOp& op = *call_.op;
    const StripePlanes planes = op.from(call_.image, claim.first);
    if (watching_.empty()) {
        op.hostRun(planes, claim.units);
        return claim.units;
    }
    op.forEachAccess(planes, claim.units, [this](const KernelRef::Access& access) {
        for (Device* device : watching_)
            device->hostAccess(access.view, access.rows, access.write);
    });
    watching_.front()->hostWork(Stage::RunHost, -1, op.bytes(claim.units), [&] { op.hostRun(planes, claim.units); });
    return claim.units;
}

// The first piece takes longer, since caches are cold and memory may be untouched. So it measures two.
double HostTeam::measureCost(const HostRates& rates)
{
    const StripeOp& op = *call_.op;
    const int64 least = op.unitsOf(kMinClaimBytes);
    double cost = HUGE_VAL;
    for (int piece = 0; piece < 2; ++piece) {
        const double start = now();
        if (const int64 units = convert(claims_.takeBack(least, 1, least)))
            cost = std::min(cost, (now() - start) * rates.copy / op.bytes(units));
    }
    return cost;
}

Device::Step HostTeam::guarded(const Step& step)
{
    if (failed_)
        return Device::Step::Done;
    try {
        return step();
    } catch (...) {
        std::lock_guard<std::mutex> lock(mutex_);
        if (!error_)
            error_ = std::current_exception();
        failed_ = true;
        return Device::Step::Done;
    }
}

}}  // namespace cv::cudastripe
