// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "simulated_device.hpp"

// The caller's streams, as the simulated device sees them.

namespace cv { namespace cudastripe {

StreamOwner SimulatedDevice::ownerOf(StreamId caller)
{
    Lock lock(mutex_);
    const SimulatedStream* const found = streams_.find(caller.get());
    return !found                                             ? StreamOwner::Others
           : found->kind == SimulatedStreamKind::OtherContext ? StreamOwner::OtherContext
                                                              : StreamOwner::ThisDevice;
}

std::uint64_t SimulatedDevice::identity(StreamId caller)
{
    Lock lock(mutex_);
    return at(caller).actor;
}

void SimulatedDevice::orderBehindOther(StreamId stream, StreamId other)
{
    Lock lock(mutex_);
    countCall("orderBehindOther");
    const SimulatedStream& before = at(other);
    SimulatedStream& behind = usable(stream);
    enqueue(
        behind, [] {}, {}, [&before, awaited = before.enqueued] { return before.executed >= awaited; });
    behind.clock.join(before.clock);
}

void SimulatedDevice::orderOtherBehind(StreamId other, EventId event)
{
    wait(other, event);
}

}}  // namespace cv::cudastripe
