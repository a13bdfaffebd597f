// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What tests do to a simulated device, and what they ask it.

#include "simulated_device.hpp"

namespace cv { namespace cudastripe {

void SimulatedDevice::failAt(std::int64_t call, bool sticky)
{
    Lock lock(mutex_);
    failingCall_ = calls_ + call;
    sticky_ = sticky;
}

bool SimulatedDevice::quiet() const
{
    Lock lock(mutex_);
    return streams_.quiet();
}

void SimulatedDevice::finish()
{
    Lock lock(mutex_);
    while (streams_.runOne()) {
    }
}

void SimulatedDevice::finishIfBusy()
{
    if (!quiet())
        finish();
}

void SimulatedDevice::block(StreamId stream)
{
    Lock lock(mutex_);
    open_ = false;
    streams_.enqueue(at(stream), {[] {}, false, [this] { return open_; }});
}

void SimulatedDevice::die()
{
    Lock lock(mutex_);
    died_ = true;
    streams_.clear();
}

void SimulatedDevice::reset()
{
    Lock lock(mutex_);
    reset_ = true;
    streams_.clear();
}

bool SimulatedDevice::wasReset()
{
    if (died_ || reset_)
        alive_ = false;
    return reset_;
}

bool SimulatedDevice::leftOut(const String& ordering)
{
    orderings_.insert(ordering);
    return ordering == leftOut_;
}

void SimulatedDevice::countCall(const char* call)
{
    threads_.insert(std::this_thread::get_id());
    const std::int64_t number = calls_++;
    if (inCallback_)
        findings_.push_back(String(call) + " was called in a callback");
    if (reset_)
        findings_.push_back(String(call) + " was called after a reset");
    if (died_ || reset_) {
        alive_ = false;
        CV_Error_(Error::GpuApiCallError, ("%s failed: the context is gone", call));
    }
    const bool fails = failingCall_ >= 0 && (sticky_ ? number >= failingCall_ : number == failingCall_);
    if (!fails)
        return;
    if (sticky_) {
        alive_ = false;
        streams_.clear();
    }
    CV_Error_(Error::GpuApiCallError, ("%s failed: injected at call %lld", call, static_cast<long long>(number)));
}

}}  // namespace cv::cudastripe
