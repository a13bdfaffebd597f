// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Work that the caller enqueued before a call, which the call has to follow.

#include "earlier_work.hpp"

#include "../device/pause.hpp"
#include "wait_for.hpp"

namespace cv { namespace cudastripe {

// An event in the default stream makes all blocking streams wait, so first the stream is queried for a while.
std::optional<EventId> EarlierWork::inDefaultStream(DeviceEntry& entry)
{
    if (call_.allPageable)
        return std::nullopt;
    Device& device = *entry.device;
    Pause pause(device.facts().waitsAsleep);
    for (int i = 0; i < kMostDefaultStreamQueries; ++i, pause.pass()) {
        if (device.idle(device.defaultStream()))
            return std::nullopt;
    }
    events_.push_back(entry.events.record(device.defaultStream()));
    return *events_.back();
}

void waitForEarlierWork(const OpenCall& call)
{
    for (DeviceEntry* entry : call.devices) {
        if (call.streamGiven) {
            waitFor(*entry->device, *entry->events.record(call.stream));
            continue;
        }
        EarlierWork earlier(call);
        if (const auto event = earlier.inDefaultStream(*entry))
            waitFor(*entry->device, *event);
    }
}

}}  // namespace cv::cudastripe
