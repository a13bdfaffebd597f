// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See streams.hpp.

#include "streams.hpp"

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
    if (PyLong_Check(object.ptr()))
        return nb::cast<uintptr_t>(object);
    if (nb::isinstance<PipelineOnStream>(object))
        return nb::cast<PipelineOnStream&>(object).stream;
    for (const char* name : {"cuda_stream", "ptr"}) {  // torch's, CuPy's
        if (nb::hasattr(object, name))
            return nb::cast<uintptr_t>(object.attr(name));
    }
    if (nb::hasattr(object, "__cuda_stream__"))
        return nb::cast<uintptr_t>(nb::cast<nb::tuple>(object.attr("__cuda_stream__")())[1]);
    throwTypeError(
        cv::format("stream is a %s; it must be None, an int (a cudaStream_t), a Pipeline, or a stream of CuPy, "
                   "PyTorch or another library with __cuda_stream__",
                   nb::cast<std::string>(nb::str(object.type().attr("__name__"))).c_str()));
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
    explicit OnDevice(int device) : former_(currentDevice()) { check(cudaSetDevice(device), "cudaSetDevice"); }
    ~OnDevice() { cudaSetDevice(former_); }
    OnDevice(const OnDevice&) = delete;
    OnDevice& operator=(const OnDevice&) = delete;

private:
    int former_;
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

void CallStream::await(uintptr_t, const void*) const
{
    CV_Error(cv::Error::GpuNotSupported, "cudastripe: this build has no CUDA, so it takes no array on a device");
}

#endif

}  // namespace cudastripe_python
