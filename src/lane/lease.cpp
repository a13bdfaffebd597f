// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "lease.hpp"

#include <thread>

namespace cv { namespace cudastripe {

void Lease::provide(int streamCount, int slotCount)
{
    // The first three are what dedicated streams do; where stripes are dealt to streams, they do everything.
    static const char* const names[] = {"up", "run", "down"};
    while (static_cast<int>(streams.size()) < streamCount)
        streams.emplace_back(device, streams.size() < 3 ? names[streams.size()] : "more");
    while (static_cast<int>(slots.size()) < slotCount)
        slots.emplace_back(device);
}

void Lease::drain() noexcept
{
    constexpr int kPatience = 3;  // a device that fails so often in a row will not answer any more
    for (const OwnedStream& stream : streams) {
        bool idle = false;
        for (int failures = 0; !idle && failures < kPatience && device.alive();) {
            try {
                idle = device.idle(stream);
                if (!idle)
                    std::this_thread::yield();
            } catch (...) {
                ++failures;
            }
        }
        lost = lost || !idle;
    }
    inFlight = false;
}

}}  // namespace cv::cudastripe
