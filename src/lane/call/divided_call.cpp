// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Calls that kernels and CPU threads divide.

#include "divided_call.hpp"

#include "../../plan/tuning.hpp"
#include "../wait_for.hpp"
#include "opencv2/core/utils/logger.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr double kLateThreads = 2;  // relative to the planned time

// Threads wake up one after the other, so that their first claims tell little.
double firstLook(double planned)
{
    return std::max(2 * kLaunchSeconds, planned / 4);
}

}  // namespace

bool DividedCall::run(const KernelShare& share)
{
    const int64 units = call_.op->units();
    unitSeconds_ = share.kernelSeconds / double(units);
    planned_ = share.seconds;
    if (share.part > 0) {
        kernelEnd_ = planned_;
        device_.kernels->launch(claims_, std::max<int64>(1, static_cast<int64>(share.part * double(units))));
        if (device_.kernels->before())
            waitFor(*entry_.device, *device_.kernels->before());
    }
    ofThreads_ = claims_.unclaimed();
    start_ = entry_.device->now();
    ran_ = entry_.device->ranSeconds();
    const int parts = share.part > 0 ? 2 * share.threads : share.threads;
    team_.run(share.threads, parts, [this](const HostLane& lane) {
        helpThreads(lane);
        return lane.step() ? Device::Step::Worked : Device::Step::Done;
    });
    if (!device_.kernels)
        return true;
    const bool threadsWereLast = device_.kernels->done();
    device_.kernels->wait();
    if (share.part == 0 && !threadsWereLast)
        device_.use->ended(kernelEnd_, planned_);
    return threadsWereLast;
}

// One thread at a time.
void DividedCall::helpThreads(const HostLane& lane)
{
    if (checking_.exchange(true, std::memory_order_acquire))
        return;
    const double passed = entry_.device->now() - start_;
    if (const int64 units = unitsOfNextKernel(passed)) {
        if (!mayLaunch())
            return;  // and no thread looks again
        const Claim claim = claims_.takeFront(std::min(units, StripeOp::kMostUnitsOfAKernel));
        if (claim && !device_.kernels->launches(claim))
            return lane.convert(claim);
        ofThreads_ -= claim.units;
        kernelEnd_ = std::max(kernelEnd_, passed + kLaunchSeconds) + double(claim.units) * unitSeconds_;
    }
    checking_.store(false, std::memory_order_release);
}

// Without a stream the threads do all, as they were to.
bool DividedCall::mayLaunch()
{
    if (device_.kernels)
        return true;
    if (entry_.breaker.inUse() || entry_.pool.othersInFlight(0))
        return false;
    device_.use.emplace(entry_.breaker, ran_);
    try {
        device_.kernels.emplace(call_, entry_, true);
    } catch (const cv::Exception& e) {
        CV_LOG_WARNING(NULL, "cudastripe cannot help late threads: " << e.what());
        return false;
    }
    return true;
}

int64 DividedCall::unitsOfNextKernel(double passed) const
{
    if (passed < std::min(planned_, firstLook(planned_)))
        return 0;
    const int64 left = claims_.unclaimed(), done = ofThreads_ - left;
    const double pace = passed / double(std::max<int64>(1, done));  // seconds of all threads for a unit
    const double rest = double(left) * pace, inFlight = std::max(0., kernelEnd_ - passed);
    const double gained = rest - std::max(kLaunchSeconds, inFlight);
    if ((passed < planned_ && passed + rest < kLateThreads * planned_) || gained < 2 * kLaunchSeconds)
        return 0;
    if (device_.kernels && inFlight == 0 && !device_.kernels->done())
        return 0;  // the device is late, too
    return static_cast<int64>(gained / (pace + unitSeconds_));
}

}}  // namespace cv::cudastripe
