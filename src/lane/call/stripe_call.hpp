// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The entry of calls into the lanes.

#pragma once

#include "../open_call.hpp"

namespace cv { namespace cudastripe {

/** @brief Runs a call on devices and CPU threads. Several devices share it only without a stream and in host memory.

Returns when all is enqueued, if a stream is given, no memory is pageable and no CPU thread takes part. Else returns
when the result is ready. Throws only when no work is in flight.
@return true if work is still in flight. */
bool runStripes(const OpenCall& call);

//! True if the calling thread alone probably finishes the call before other threads wake or a device starts.
bool isSmall(const OpenCall& call);

//! Enqueues kernels in the caller's own stream, since there is nothing to overlap. After a failure nothing is left in
//! flight.
//! @return false if there is not enough memory for the images between passes; then nothing was enqueued.
CV_EXPORTS bool enqueueInCallersStream(const OpenCall& call, DeviceEntry& entry);

}}  // namespace cv::cudastripe
