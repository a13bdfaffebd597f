// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The entry of calls into the lanes, and the ways of a call that are one function.

#pragma once

#include "../open_call.hpp"

namespace cv { namespace cudastripe {

/** @brief Runs a call on devices and CPU threads. Several devices share it only without a stream and in host memory.

Returns when all is enqueued if a stream is given, no memory is pageable to the caller and no CPU thread takes part;
else when the result is ready. Throws only when no work is in flight.
@return true if work is still in flight. */
bool runStripes(const OpenCall& call);

//! True if the calling thread alone finishes the call before other threads wake or a device starts.
bool isSmall(const OpenCall& call);

//! Does a call as one piece, after the caller's earlier work: no plan, no lease, no other thread.
void runOnCallingThread(const OpenCall& call);

/** @brief Does a batch in groups of images, each in one slot, which its kernel reads and writes across the bus.

While a device works on a group, threads fill the slot of the next one. Returns when all is done. After a failure
nothing is in flight.
@return false, with nothing done, if there is no page-locked memory for the slots */
bool runStagedBatch(const OpenCall& call, DeviceEntry& entry);

//! Adds the nodes of a call to the graph: one kernel, or stripes. The graph owns the memory of their slots.
void captureCall(const OpenCall& call);

}}  // namespace cv::cudastripe
