// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifdef HAVE_CUDASTRIPE_CUDA

#include "caller.hpp"

#include <optional>

#include "../pause.hpp"
#include "relaxed_capture.hpp"

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

CUcontext currentContext()
{
    CUcontext context = nullptr;
    return CudaDriver::get().ctxGetCurrent(&context) == CUDA_SUCCESS ? context : nullptr;
}

// -1 if it is no context any more.
int deviceOf(CUcontext context)
{
    const CurrentContext current(context);
    CUdevice device = -1;
    return CudaDriver::get().ctxGetDevice(&device) == CUDA_SUCCESS ? device : -1;
}

CUcontext contextOf(cudaStream_t stream)
{
    CUcontext context = nullptr;
    checkCuda(static_cast<cudaError_t>(CudaDriver::get().streamGetCtx(stream, &context)), "cuStreamGetCtx");
    return context;
}

}  // namespace

StreamOwner ownerOf(cudaStream_t caller, int number, CudaContext& context)
{
    if (isDefaultStream(caller) && !currentContext()) {
        int device = -1;
        CUDASTRIPE_CUDA(cudaGetDevice(&device));
        return device == number ? StreamOwner::ThisDevice : StreamOwner::Others;
    }
    CUcontext owner = nullptr;
    const CUresult result = CudaDriver::get().streamGetCtx(caller, &owner);
    if (result != CUDA_SUCCESS)
        context.check(static_cast<cudaError_t>(result), "cuStreamGetCtx");
    if (owner == context)
        return StreamOwner::ThisDevice;
    return deviceOf(owner) == number ? StreamOwner::OtherContext : StreamOwner::Others;
}

void orderBehindOther(CUcontext context, cudaStream_t stream, cudaStream_t other)
{
    std::optional<Event> event;
    {
        const CudaScope owner(contextOf(other));  // an event is recorded in streams of its context only
        event.emplace();
        CUDASTRIPE_CUDA(cudaEventRecord(*event, other));
    }
    const CudaScope scope(context);
    CUDASTRIPE_CUDA(cudaStreamWaitEvent(stream, *event, 0));
    event.reset();  // where no context is current, CUDA would make one
}

void orderOtherBehind(cudaStream_t other, cudaEvent_t event)
{
    const CudaScope owner(contextOf(other));
    CUDASTRIPE_CUDA(cudaStreamWaitEvent(other, event, 0));
}

void awaitCallersDefaultStream(int number, CudaContext& context)
{
    const CUcontext current = currentContext();
    if (!current || current == context || deviceOf(current) != number)
        return;
    const RelaxedCapture relaxed;
    const auto ready = [&](cudaError_t error, const char* call) { return context.ready(error, call); };
    Pause pause(context.waitsAsleep());
    for (int looks = 0; looks < kMostLooksAtDefaultStream; ++looks, pause.pass()) {
        if (ready(cudaStreamQuery(cudaStreamLegacy), "cudaStreamQuery"))
            return;
    }
    const Event event;
    CUDASTRIPE_CUDA(cudaEventRecord(event, cudaStreamLegacy));
    while (!ready(cudaEventQuery(event), "cudaEventQuery"))
        pause.pass();
}

}}  // namespace cv::cudastripe

#endif
