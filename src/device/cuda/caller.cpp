// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See caller.hpp.

#ifdef HAVE_CUDASTRIPE_CUDA

#include "caller.hpp"

#include "../pause.hpp"

namespace cv { namespace cudastripe {
namespace {

class Event
{
public:
    Event() { CUDASTRIPE_CUDA(cudaEventCreateWithFlags(&event_, cudaEventDisableTiming)); }
    ~Event() { cudaEventDestroy(event_); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    operator cudaEvent_t() const { return event_; }

private:
    cudaEvent_t event_ = nullptr;
};

// True for streams that every context has: the handle alone does not say which one is meant.
bool isDefaultStream(cudaStream_t stream)
{
    return stream == nullptr || stream == cudaStreamLegacy || stream == cudaStreamPerThread;
}

CUcontext currentContext()
{
    CUcontext context = nullptr;
    return CudaDriver::get().ctxGetCurrent(&context) == CUDA_SUCCESS ? context : nullptr;
}

// -1 if the context no longer exists.
int deviceOf(CUcontext context)
{
    const CudaDriver& driver = CudaDriver::get();
    if (driver.ctxPushCurrent(context) != CUDA_SUCCESS)
        return -1;
    CUdevice device = -1;
    const bool known = driver.ctxGetDevice(&device) == CUDA_SUCCESS;
    driver.ctxPopCurrent(&context);
    return known ? device : -1;
}

}  // namespace

// Makes the device's context current if none is, or if the handle does not say which context the stream belongs to.
std::optional<CudaScope> CudaCallers::scopeFor(cudaStream_t stream) const
{
    using Scope = std::optional<CudaScope>;
    return currentContext() && !isDefaultStream(stream) ? Scope() : Scope(std::in_place, context_);
}

StreamOwner CudaCallers::ownerOf(cudaStream_t caller) const
{
    if (isDefaultStream(caller) && !currentContext()) {
        int device = -1;
        CUDASTRIPE_CUDA(cudaGetDevice(&device));
        return device == number_ ? StreamOwner::ThisDevice : StreamOwner::Others;
    }
    const CUcontext context = contextOf(caller);
    if (context == context_)
        return StreamOwner::ThisDevice;
    return deviceOf(context) == number_ ? StreamOwner::OtherContext : StreamOwner::Others;
}

bool CudaCallers::captured(cudaStream_t caller) const
{
    const auto scope = scopeFor(caller);
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    const CUresult result = CudaDriver::get().streamIsCapturing(caller, &status);
    if (result == CUDA_ERROR_STREAM_CAPTURE_IMPLICIT) {
        CV_Error(Error::StsBadArg,
                 "cudastripe: the default stream cannot be used while a stream that waits for it is "
                 "being captured into a graph");
    }
    context_.check(result, "cuStreamIsCapturing");
    return status != CU_STREAM_CAPTURE_STATUS_NONE;
}

std::uint64_t CudaCallers::identity(cudaStream_t caller) const
{
    const auto scope = scopeFor(caller);
    unsigned long long id = 0;
    context_.check(CudaDriver::get().streamGetId(caller, &id), "cuStreamGetId");
    return id;
}

CUcontext CudaCallers::contextOf(cudaStream_t stream) const
{
    CUcontext context = nullptr;
    context_.check(CudaDriver::get().streamGetCtx(stream, &context), "cuStreamGetCtx");
    return context;
}

// An event is recorded only on streams of its own context, but streams of any context can wait for it.
void CudaCallers::order(cudaStream_t later, cudaStream_t earlier) const
{
    const CUcontext contextOfLater = contextOf(later);
    const CudaScope scope(contextOf(earlier));
    const Event event;
    CUDASTRIPE_CUDA(cudaEventRecord(event, earlier));
    const CudaScope scopeOfLater(contextOfLater);
    CUDASTRIPE_CUDA(cudaStreamWaitEvent(later, event, 0));
}

void CudaCallers::awaitDefaultStream() const
{
    const CUcontext current = currentContext();
    if (!current || current == context_ || deviceOf(current) != number_)
        return;
    const CudaScope scope(current);
    Pause pause(context_.waitsAsleep());
    for (int queries = 0; queries < kMaxDefaultStreamQueries; ++queries, pause.pass()) {
        if (context_.ready(cudaStreamQuery(cudaStreamLegacy), "cudaStreamQuery"))
            return;
    }
    const Event event;
    CUDASTRIPE_CUDA(cudaEventRecord(event, cudaStreamLegacy));
    while (!context_.ready(cudaEventQuery(event), "cudaEventQuery"))
        pause.pass();
}

}}  // namespace cv::cudastripe

#endif
