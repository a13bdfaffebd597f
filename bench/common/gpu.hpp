// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <cuda_runtime_api.h>

#include <functional>
#include <string>

#include "frames.hpp"

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

inline void upload(const cv::Mat& from, const cv::cuda::GpuMat& to, const CudaStream& stream)
{
    BENCH_CUDA(cudaMemcpyAsync(to.data, from.data, bytesOf(from), cudaMemcpyHostToDevice, stream.get()));
}

inline void download(const cv::cuda::GpuMat& from, const cv::Mat& to, const CudaStream& stream)
{
    BENCH_CUDA(cudaMemcpyAsync(to.data, from.data, bytesOf(to), cudaMemcpyDeviceToHost, stream.get()));
}

//! An upload of the source and a download of the result at once, waited for: the bound of all calls.
void copyBothWays(const HostFrame& host, const DeviceFrame& device);

//! The stream of all launches that are measured. Never destroyed: CUDA may be gone before static objects are.
const CudaStream& launchStream();

//! Work in that stream, and the wait for it.
inline std::function<void()> waited(const std::function<void()>& work)
{
    return [=] {
        work();
        launchStream().wait();
    };
}

/** @brief Measures launches of a kernel: the mean of some back to back, by events.

All launches are enqueued before the first one starts, so that the time of the calls on the host does not count; the gap
that the GPU leaves between two kernels in a stream, about a microsecond, does.

@param launch enqueues into launchStream(), without a wait */
double launchSeconds(const std::function<void()>& launch);

/** @brief Registers launches with Google Benchmark.

@param launch as above
@param check runs once behind the first launch, and throws if a result is wrong */
void registerLaunches(const std::string& name, const std::function<void()>& launch,
                      const std::function<void()>& check = nullptr);

}  // namespace bench
