// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <cuda_runtime_api.h>

#include "opencv2/core.hpp"

namespace bench {

inline void checkCuda(cudaError_t error, const char* call)
{
    if (error != cudaSuccess)
        CV_Error_(cv::Error::GpuApiCallError, ("%s failed: %s", call, cudaGetErrorString(error)));
}

//! Makes a CUDA call and throws if it fails.
#define BENCH_CUDA(call) ::bench::checkCuda((call), #call)

//! A stream that does not wait for the default stream, nor lets it wait.
class CudaStream
{
public:
    CudaStream() { BENCH_CUDA(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking)); }
    ~CudaStream() { cudaStreamDestroy(stream_); }
    CudaStream(const CudaStream&) = delete;
    CudaStream& operator=(const CudaStream&) = delete;

    cudaStream_t get() const { return stream_; }
    void wait() const { BENCH_CUDA(cudaStreamSynchronize(stream_)); }

private:
    cudaStream_t stream_ = nullptr;
};

//! An event that orders streams, or with other flags takes the time.
class CudaEvent
{
public:
    explicit CudaEvent(unsigned flags = cudaEventDisableTiming)
    {
        BENCH_CUDA(cudaEventCreateWithFlags(&event_, flags));
    }
    ~CudaEvent() { cudaEventDestroy(event_); }
    CudaEvent(const CudaEvent&) = delete;
    CudaEvent& operator=(const CudaEvent&) = delete;

    cudaEvent_t get() const { return event_; }

private:
    cudaEvent_t event_ = nullptr;
};

}  // namespace bench
