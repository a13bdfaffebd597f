// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "host_team.hpp"

#include <chrono>
#include <cmath>

#include "../plan/tuning.hpp"
#include "wait_for.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr double kHostClaimBytes = 1 << 18;  // stays in a core's cache, and hides what a claim costs

}  // namespace

void HostTeam::waitForStream(DeviceEntry& entry)
{
    const LeasePool::Loan lease = entry.pool.acquire({});
    lease->device.record(lease->forked(), call_.stream);
    waitFor(lease->device, lease->forked());
}

void HostTeam::run(int threads, int parts, const Step& step, bool waitsAsleep)
{
    const StripeOp& op = *call_.op;
    // For one thread pieces would only cost.
    const int64 units = parts == 1 ? op.units() : op.unitsOf(kHostClaimBytes);
    const HostLane lane(op, call_.image, claims_, units, parts, op.unitsOf(kLeastClaimBytes), told_);
    const auto guarded = [&] {
        try {
            if (error_.any())
                return Device::Step::Done;
            if (!gate_.open())
                return gate_.gaveUp() ? Device::Step::Done : Device::Step::Waits;
            return step(lane);
        } catch (...) {
            error_.keep();
            return Device::Step::Done;
        }
    };
    gate_.letIn(threads, [&] {
        if (told_.empty())
            runHostLoop(threads, guarded, waitsAsleep);
        else
            told_.front()->hostLoop(threads, guarded);
        error_.rethrow();
    });
}

void HostTeam::finish(int threads)
{
    run(threads, threads, [](const HostLane& lane) { return lane.step() ? Device::Step::Worked : Device::Step::Done; });
}

double HostTeam::now() const
{
    using Clock = std::chrono::steady_clock;
    return told_.empty() ? std::chrono::duration<double>(Clock::now().time_since_epoch()).count()
                         : told_.front()->now();
}

// The first piece finds caches cold and memory untouched.
double HostTeam::tryOut(const HostRates& rates)
{
    const int64 least = call_.op->unitsOf(kLeastClaimBytes);
    const HostLane lane(*call_.op, call_.image, claims_, least, 1, least, told_);
    double cost = HUGE_VAL;
    gate_.letIn(1, [&] {
        for (int piece = 0; piece < 2; ++piece) {
            const double start = now();
            if (const int64 units = lane.step())
                cost = std::min(cost, (now() - start) * rates.copy / call_.op->bytes(units));
        }
    });
    return cost;
}

}}  // namespace cv::cudastripe
