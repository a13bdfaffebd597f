// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "device.hpp"

#include <chrono>
#include <thread>

#include "pause.hpp"

namespace cv { namespace cudastripe {

Device::~Device() = default;

bool Device::wasReset()
{
    return false;
}

bool Device::waitsAsleep() const
{
    return false;
}

void Device::orderBehindOther(StreamId, StreamId) {}

void Device::orderOtherBehind(StreamId, EventId) {}

void Device::awaitCallersDefaultStream() {}

void Device::enter() {}

void Device::leave() noexcept {}

bool Device::hostMayRead(const void*)
{
    return true;
}

bool Device::registerMemory(void*, size_t)
{
    return false;
}

void Device::unregisterMemory(void*) noexcept {}

void Device::mark(StreamId, Stage, int) {}

void Device::hostAccess(const PlaneView&, int64, bool) {}

void Device::hostCopy(Stage, int, double, const std::function<void()>& copy)
{
    copy();
}

void Device::hostRun(double, const std::function<void()>& work)
{
    work();
}

void Device::beginCall() {}

int Device::hostThreads() const
{
    return std::max(1, getNumThreads());
}

void Device::hostLoop(int threads, const std::function<Step()>& step)
{
    runHostLoop(threads, step, waitsAsleep());
}

bool Device::knowsRates(LinkRates&, HostRates&) const
{
    return false;
}

EventId Device::createTimer(const char* name)
{
    return createEvent(name);
}

double Device::elapsed(EventId, EventId)
{
    return 0;
}

double Device::ranSeconds() const
{
    return now();
}

double Device::now() const
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void runHostLoop(int threads, const std::function<Device::Step()>& step, bool waitsAsleep)
{
    const auto loop = [&] {
        Pause pause(waitsAsleep);
        for (Device::Step last = step(); last != Device::Step::Done; last = step()) {
            if (last == Device::Step::Worked)
                pause.restart();
            else
                pause.yield();
        }
    };
    parallel_for_(
        Range(0, threads),
        [&](const Range& range) {
            for (int i = range.start; i < range.end; ++i)
                loop();
        },
        threads);
}

}}  // namespace cv::cudastripe
