// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <functional>
#include <string>

#include "cuda.hpp"
#include "frames.hpp"

namespace bench {

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
