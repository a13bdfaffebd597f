// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "cuda_check.hpp"

namespace bench {

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

//! An event that keeps the time.
class CudaEvent
{
public:
    CudaEvent() { BENCH_CUDA(cudaEventCreate(&event_)); }
    ~CudaEvent() { cudaEventDestroy(event_); }
    CudaEvent(const CudaEvent&) = delete;
    CudaEvent& operator=(const CudaEvent&) = delete;

    cudaEvent_t get() const { return event_; }
    void record(const CudaStream& stream) { BENCH_CUDA(cudaEventRecord(event_, stream.get())); }
    void wait() const { BENCH_CUDA(cudaEventSynchronize(event_)); }

private:
    cudaEvent_t event_ = nullptr;
};

}  // namespace bench
