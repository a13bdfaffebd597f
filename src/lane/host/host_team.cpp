// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The CPU threads of a call.

#include "host_team.hpp"

#include <chrono>
#include <cmath>

#include "../../plan/tuning.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr double kHostClaimBytes = 1 << 18;  // fits a core's cache, and takes much longer than a claim

}  // namespace

HostTeam::HostTeam(const OpenCall& call, Claims& claims)
    : call_(call), claims_(claims), watching_(call.watchingDevices())
{
}

void HostTeam::run(int threads, int parts, const Step& step, bool waitsAsleep)
{
    const StripeOp& op = *call_.op;
    const int64 units = parts == 1 ? op.units() : op.unitsOf(kHostClaimBytes);
    const HostLane lane(call_, claims_, units, parts, op.unitsOf(kLeastClaimBytes), watching_);
    const auto loop = [&] { return guarded(lane, step); };
    if (watching_.empty())
        runHostLoop(threads, loop, waitsAsleep);
    else
        watching_.front()->hostLoop(threads, loop);
    if (error_)
        std::rethrow_exception(error_);
}

Device::Step HostTeam::guarded(const HostLane& lane, const Step& step)
{
    if (failed_)
        return Device::Step::Done;
    try {
        return step(lane);
    } catch (...) {
        std::lock_guard<std::mutex> lock(mutex_);
        if (!error_)
            error_ = std::current_exception();
        failed_ = true;
        return Device::Step::Done;
    }
}

void HostTeam::finish(int threads)
{
    run(threads, threads, [](const HostLane& lane) { return lane.step() ? Device::Step::Worked : Device::Step::Done; });
}

double HostTeam::now() const
{
    using Clock = std::chrono::steady_clock;
    return watching_.empty() ? std::chrono::duration<double>(Clock::now().time_since_epoch()).count()
                             : watching_.front()->now();
}

// The first piece finds cold caches and untouched memory.
double HostTeam::measureCost(const HostRates& rates)
{
    const int64 least = call_.op->unitsOf(kLeastClaimBytes);
    const HostLane lane(call_, claims_, least, 1, least, watching_);
    double cost = HUGE_VAL;
    for (int piece = 0; piece < 2; ++piece) {
        const double start = now();
        if (const int64 units = lane.step())
            cost = std::min(cost, (now() - start) * rates.copy / call_.op->bytes(units));
    }
    return cost;
}

}}  // namespace cv::cudastripe
