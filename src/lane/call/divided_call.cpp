// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Calls that kernels and CPU threads divide.

#include "divided_call.hpp"

#include "../../device/wait_for.hpp"
#include "../../plan/tuning.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr double kLateThreads = 2;  // relative to the planned time

// Threads wake up one after the other, so their first claims say little about their rate.
double firstLook(double planned)
{
    return std::max(2 * kLaunchSeconds, planned / 4);
}

}  // namespace

bool DividedCall::run(const KernelShare& share)
{
    Device& device = kernels_.device();
    const int64 units = call_.op->units();
    unitSeconds_ = share.kernelSeconds / double(units);
    planned_ = kernelEnd_ = share.seconds;
    kernels_.launch(std::max<int64>(1, static_cast<int64>(share.part * double(units))));
    if (kernels_.before())
        waitFor(device, *kernels_.before());
    ofThreads_ = claims_.unclaimed();
    start_ = device.now();
    team_.run(share.threads, [&] {
        helpThreads();
        return team_.convert(kPartsOfAThread * share.threads) ? Device::Step::Worked : Device::Step::Done;
    });
    const bool threadsWereLast = kernels_.ended();
    kernels_.wait();
    return threadsWereLast;
}

// One thread at a time.
void DividedCall::helpThreads()
{
    if (checking_.exchange(true, std::memory_order_acquire))
        return;
    const double passed = kernels_.device().now() - start_;
    if (const int64 units = unitsOfNextKernel(passed)) {
        kernels_.launch(units);
        ofThreads_ -= units;
        kernelEnd_ = std::max(kernelEnd_, passed + kLaunchSeconds) + double(units) * unitSeconds_;
    }
    checking_.store(false, std::memory_order_release);
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
    if (inFlight == 0 && !kernels_.ended())
        return 0;  // the device is late, too
    return static_cast<int64>(gained / (pace + unitSeconds_));
}

}}  // namespace cv::cudastripe
