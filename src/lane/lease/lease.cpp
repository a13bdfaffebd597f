// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "lease.hpp"

#include "../wait_for.hpp"

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
    for (const OwnedStream& stream : streams)
        lost = !waitUntilIdle(device, stream) || lost;
    inFlight = false;
}

}}  // namespace cv::cudastripe
