// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Work that the caller enqueued before a call, which the call has to follow.

#include "earlier_work.hpp"

#include "../device/pause.hpp"
#include "../device/wait_for.hpp"

namespace cv { namespace cudastripe {

// An event in the default stream makes all blocking streams wait, so the stream is polled for a while first.
EventPool::Loan workInDefaultStream(const OpenCall& call, DeviceEntry& entry)
{
    if (call.allPageable)
        return EventPool::Loan();
    Device& device = *entry.device;
    Pause pause(device.facts().waitsAsleep);
    for (int i = 0; i < kMaxDefaultStreamQueries; ++i, pause.pass()) {
        if (device.idle(device.defaultStream()))
            return EventPool::Loan();
    }
    return entry.events.record(device.defaultStream());
}

void waitForEarlierWork(const OpenCall& call)
{
    for (DeviceEntry* entry : call.devices) {
        if (const auto event = call.streamGiven ? entry->events.record(call.stream) : workInDefaultStream(call, *entry))
            waitFor(*entry->device, *event);
    }
}

}}  // namespace cv::cudastripe
