// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "simulated_device.hpp"

// What a simulated device does in virtual time; without a profile it has none.

namespace cv { namespace cudastripe {

Timeline SimulatedDevice::timeline() const
{
    Lock lock(mutex_);
    CV_Assert(time_);
    Timeline timeline = time_->timeline();
    timeline.title = params_.profile->name;
    return timeline;
}

void SimulatedDevice::mark(StreamId stream, Stage stage, int stripe)
{
    Lock lock(mutex_);
    if (time_)
        time_->mark(&at(stream), stage, stripe);
}

void SimulatedDevice::charge(StreamId stream, Stage stage, double bytes)
{
    if (time_)
        time_->enqueue(&at(stream), stage, bytes);
}

void SimulatedDevice::hostCopy(Stage stage, int stripe, double bytes, const std::function<void()>& copy)
{
    if (!params_.dry)
        copy();
    ++hostCopies_;
    Lock lock(mutex_);
    if (time_)
        time_->hostWork(stage, stripe, bytes);
}

void SimulatedDevice::hostRun(double bytes, const std::function<void()>& work)
{
    if (!params_.dry)
        work();
    Lock lock(mutex_);
    if (time_)
        time_->hostWork(Stage::RunHost, -1, bytes);
}

void SimulatedDevice::beginCall()
{
    Lock lock(mutex_);
    if (time_)
        time_->beginCall();
}

int SimulatedDevice::hostThreads() const
{
    return params_.profile ? params_.profile->hostThreads : Device::hostThreads();
}

void SimulatedDevice::hostLoop(int threads, const std::function<Step()>& step)
{
    if (time_)
        time_->hostLoop(threads, step);
    else
        runHostLoop(threads, step);
}

bool SimulatedDevice::knowsRates(LinkRates& link, HostRates& host) const
{
    if (params_.profile) {
        const DeviceProfile& profile = *params_.profile;
        link.upload = profile.uploadRateBesideDownload;
        link.download = profile.downloadRateBesideUpload;
        link.kernel = profile.kernelRate;
        link.gapSeconds = profile.uploadGapSeconds;
        host.copy = profile.hostRunRate;  // whatever the operation
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
