// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Work that the caller enqueued before a call, which the call has to follow.

#pragma once

#include <optional>
#include <vector>

#include "call/open_call.hpp"

namespace cv { namespace cudastripe {

//! Without a stream: the work in the default streams of the call's devices. None if all memory is pageable: then the
//! caller waits for its own work before the call, as for any function of the CPU.
class EarlierWork
{
public:
    explicit EarlierWork(const OpenCall& call) : call_(call) {}

    //! The event to wait for; none if the default stream is or soon becomes idle. Valid as long as this object.
    std::optional<EventId> inDefaultStream(DeviceEntry& entry);

private:
    const OpenCall& call_;
    std::vector<EventPool::Loan> events_;
};

//! Waits for the earlier work on all devices of the call, in its stream or in their default streams.
void waitForEarlierWork(const OpenCall& call);

}}  // namespace cv::cudastripe
