// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What a simulated device does in virtual time, which it has only with a profile.

#include "simulated_device.hpp"

namespace cv { namespace cudastripe {

Timeline SimulatedDevice::timeline() const
{
    Lock lock(mutex_);
    CV_Assert(time_);
    return time_->timeline();
}

void SimulatedDevice::mark(StreamId stream, int stripe)
{
    Lock lock(mutex_);
    if (time_)
        time_->mark(&at(stream), stripe);
}

void SimulatedDevice::hostWork(Stage stage, int stripe, double bytes, const std::function<void()>& work)
{
    if (!params_.dry)
        work();
    hostCopies_ += stage != Stage::RunHost;
    Lock lock(mutex_);
    if (time_)
        time_->hostWork(stage, stripe, bytes);
}

void SimulatedDevice::beginCall()
{
    Lock lock(mutex_);
    if (time_)
        time_->beginCall();
}

void SimulatedDevice::hostLoop(int threads, const std::function<Step()>& step)
{
    if (time_)
        time_->hostLoop(threads, step);
    else
        Device::hostLoop(threads, step);
}

bool SimulatedDevice::knowsRates(LinkRates& link, HostRates& host) const
{
    if (params_.profile) {
        const DeviceProfile& profile = *params_.profile;
        link.upload = profile.uploadRateBesideDownload;
        link.download = profile.downloadRateBesideUpload;
        link.kernel = profile.kernelRate;
        link.gapSeconds = profile.uploadGapSeconds;
        host.copy = profile.hostRunRate;  // for every operation
        host.memory = profile.hostMemoryRate;
    }
    return true;
}

double SimulatedDevice::elapsed(EventId first, EventId last)
{
    Lock lock(mutex_);
    return time_ ? time_->passedAt(last.get()) - time_->passedAt(first.get()) : at(last).when - at(first).when;
}

double SimulatedDevice::now() const
{
    Lock lock(mutex_);
    return time_ ? time_->now() : Device::now();
}

}}  // namespace cv::cudastripe
