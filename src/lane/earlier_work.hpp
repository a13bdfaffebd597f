// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Work that the caller enqueued before a call, which the call has to follow.

#pragma once

#include "open_call.hpp"

namespace cv { namespace cudastripe {

//! For a call without a stream: an event behind the work in the device's default stream. Null if that stream is idle or
//! soon becomes idle. Null also if all memory is pageable: then callers must wait for their own work before the call,
//! as before any function of the CPU.
EventPool::Loan workInDefaultStream(const OpenCall& call, DeviceEntry& entry);

//! Waits for the earlier work on all devices of the call, in its stream or in their default streams.
void waitForEarlierWork(const OpenCall& call);

}}  // namespace cv::cudastripe
