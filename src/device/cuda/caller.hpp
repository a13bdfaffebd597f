// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../device.hpp"
#include "context.hpp"

// What a caller's streams and current context are to a device: programs that decode video often have a context of
// their own.

namespace cv { namespace cudastripe {

//! True for streams that every context has: the handle alone does not tell which one is meant.
inline bool isDefaultStream(cudaStream_t stream)
{
    return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

//! To whom a stream belongs. Where no context is current the default streams are those of the runtime's device.
StreamOwner ownerOf(cudaStream_t caller, int number, CudaContext& context);

//! Orders a stream of a context behind what is on a caller's stream of another one. A default stream is that of the
//! context that is current.
void orderBehindOther(CUcontext context, cudaStream_t stream, cudaStream_t other);

//! Orders such a stream behind an event of any context.
void orderOtherBehind(cudaStream_t other, cudaEvent_t event);

//! Waits for the default stream of the context that is current, if it is one of the device's and not `context`.
void awaitCallersDefaultStream(int number, CudaContext& context);

}}  // namespace cv::cudastripe
