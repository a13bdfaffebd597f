// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Waits of a host thread for a device.

#include "wait_for.hpp"

#include "pause.hpp"

namespace cv { namespace cudastripe {

void waitFor(Device& device, EventId event)
{
    for (Pause pause(device.facts().waitsAsleep); !device.passed(event);)
        pause.pass();
}

bool waitUntilIdle(Device& device, StreamId stream) noexcept
{
    constexpr int kMaxFailures = 3;  // after so many failures the device counts as dead
    Pause pause(device.facts().waitsAsleep);
    for (int failures = 0; failures < kMaxFailures && device.alive();) {
        try {
            if (device.idle(stream))
                return true;
            pause.pass();
        } catch (...) {
            ++failures;
        }
    }
    return false;
}

}}  // namespace cv::cudastripe
