// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Calls that one kernel and CPU threads divide.

#include "divided_call.hpp"

#include "../../plan/tuning.hpp"
#include "../wait_for.hpp"

namespace cv { namespace cudastripe {

bool DividedCall::run(const KernelShare& share)
{
    Device& device = direct_.device();
    const auto units = static_cast<int64>(share.part * double(call_.op->units()));
    unitSeconds_ = (share.seconds - kLaunchSeconds - kKernelMeetingSeconds) / double(units);
    direct_.launch(claims_, std::max<int64>(1, units));
    if (direct_.before())
        waitFor(device, *direct_.before());
    ofThreads_ = claims_.unclaimed();
    start_ = device.now();
    expected_ = share.seconds;
    team_.run(share.threads, 2 * share.threads, [this](const HostLane& lane) {
        launchNextKernel();
        return lane.step() ? Device::Step::Worked : Device::Step::Done;
    });
    const bool threadsWereLast = direct_.done();
    direct_.wait();
    return threadsWereLast;
}

// One thread at a time.
void DividedCall::launchNextKernel()
{
    if (checking_.exchange(true, std::memory_order_acquire))
        return;
    const double passed = direct_.device().now() - start_;
    if (const int64 units = unitsOfNextKernel(passed)) {
        direct_.launch(claims_, units);
        expected_ = passed + kLaunchSeconds + double(units) * unitSeconds_;
    }
    checking_.store(false, std::memory_order_release);
}

int64 DividedCall::unitsOfNextKernel(double passed) const
{
    if (passed < expected_)
        return 0;
    const int64 left = claims_.unclaimed(), done = ofThreads_ - left;
    const double pace = passed / double(std::max<int64>(1, done));  // seconds of all threads for a unit
    const double gained = double(left) * pace - kLaunchSeconds;
    if (gained < 2 * kLaunchSeconds || !direct_.done())
        return 0;
    return static_cast<int64>(gained / (pace + unitSeconds_));
}

}}  // namespace cv::cudastripe
