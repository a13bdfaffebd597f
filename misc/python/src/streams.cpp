// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See streams.hpp.

#include "streams.hpp"

#include "arguments.hpp"
#include "errors.hpp"

#ifdef HAVE_CUDASTRIPE_CUDA
#include <cuda_runtime_api.h>
#endif

namespace cudastripe_python {

using cv::cudastripe::StreamHandle;
using cv::cudastripe::StreamRef;

uintptr_t streamHandle(nb::handle object)
{
    if (object.is_none())
        return 0;
    const auto handleIn = [](nb::handle number) { return uintptr_t(integerOf(number, "stream", 0, INT64_MAX)); };
    if (PyIndex_Check(object.ptr()))
        return handleIn(object);
    if (nb::isinstance<PipelineOnStream>(object))
        return nb::cast<PipelineOnStream&>(object).stream;
    for (const char* name : {"cuda_stream", "ptr"}) {  // torch's, CuPy's
        if (nb::hasattr(object, name))
            return handleIn(nb::object(object.attr(name)));
    }
    if (nb::hasattr(object, "__cuda_stream__"))
        return handleIn(nb::object(object.attr("__cuda_stream__")()[size_t(1)]));
    throwTypeError(
        cv::format("stream is a %s; it must be None, an int (a cudaStream_t), a Pipeline, or a stream of CuPy, "
                   "PyTorch or another library with __cuda_stream__",
                   typeName(object).c_str()));
}

nb::object CallStream::object() const
{
    return nb::isinstance<PipelineOnStream>(object_) ? nb::cast(handle_) : nb::borrow(object_);
}

StreamRef CallStream::ref() const
{
    if (object_.is_none())
        return StreamRef();
    if (nb::isinstance<PipelineOnStream>(object_))
        return StreamRef(nb::cast<PipelineOnStream&>(object_).pipeline);
    return StreamRef(StreamHandle(reinterpret_cast<void*>(handle_)));
}

#ifdef HAVE_CUDASTRIPE_CUDA

bool hasDevice()
{
    int count = 0;
    return cudaGetDeviceCount(&count) == cudaSuccess && count > 0;
}

namespace {

void check(cudaError_t status, const char* call)
{
    if (status != cudaSuccess)
        CV_Error_(cv::Error::GpuApiCallError, ("cudastripe: %s failed: %s", call, cudaGetErrorString(status)));
}

int currentDevice()
{
    int device = 0;
    check(cudaGetDevice(&device), "cudaGetDevice");
    return device;
}

int deviceOf(const void* memory)
{
    cudaPointerAttributes attributes = {};
    check(cudaPointerGetAttributes(&attributes, memory), "cudaPointerGetAttributes");
    return attributes.device >= 0 ? attributes.device : currentDevice();
}

class OnDevice
{
public:
    explicit OnDevice(int device) : previous_(currentDevice()) { check(cudaSetDevice(device), "cudaSetDevice"); }
    ~OnDevice() { cudaSetDevice(previous_); }
    OnDevice(const OnDevice&) = delete;
    OnDevice& operator=(const OnDevice&) = delete;

private:
    int previous_;
};

}  // namespace

void CallStream::await(uintptr_t producer, const void* memory) const
{
    if (producer == consumer())
        return;
    const int device = deviceOf(memory);
    for (const Awaited& awaited : awaited_) {
        if (awaited.producer == producer && awaited.device == device)
            return;
    }
    const OnDevice current(device);
    const auto stream = reinterpret_cast<cudaStream_t>(consumer());
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    if (cudaStreamIsCapturing(stream, &status) == cudaSuccess && status != cudaStreamCaptureStatusNone) {
        CV_Error(cv::Error::StsBadArg,
                 "cudastripe: the call's stream is being captured, but an array is on another "
                 "stream; make the captured stream the current one of the array's library");
    }
    cudaEvent_t event = nullptr;
    check(cudaEventCreateWithFlags(&event, cudaEventDisableTiming), "cudaEventCreateWithFlags");
    const std::unique_ptr<CUevent_st, decltype(&cudaEventDestroy)> owned(event, cudaEventDestroy);
    check(cudaEventRecord(event, reinterpret_cast<cudaStream_t>(producer)), "cudaEventRecord");
    check(cudaStreamWaitEvent(stream, event, 0), "cudaStreamWaitEvent");
    awaited_.push_back({producer, device});
}

#else

bool hasDevice()
{
    return false;
}

void CallStream::await(uintptr_t, const void*) const {}  // headerOf() refuses arrays on a device

#endif

}  // namespace cudastripe_python
