// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "lease.hpp"

#include <thread>

namespace cv { namespace cudastripe {

void Lease::drain() noexcept
{
    constexpr int kPatience = 3;  // a device that fails so often in a row will not answer any more
    for (StreamId stream : {StreamId(up), StreamId(run), StreamId(down)}) {
        for (int failures = 0; failures < kPatience && device.alive();) {
            try {
                if (device.idle(stream))
                    break;
                std::this_thread::yield();
            } catch (...) {
                ++failures;
            }
        }
    }
    inFlight = false;
}

}}  // namespace cv::cudastripe
