// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// The only file that needs nvcc; another compiler makes a program of it that has no device.

#include "device_loop.hpp"

#include <numeric>
#include <opencv2/cudastripe/prefetch.hpp>

using namespace cv::cudastripe;

namespace {

std::size_t bytesOf(std::int64_t count)
{
    return static_cast<std::size_t>(count) * sizeof(double);
}

}  // namespace

#ifdef __CUDACC__

namespace {

void check(cudaError_t error)
{
    if (error != cudaSuccess)
        CV_Error(cv::Error::GpuApiCallError, cudaGetErrorString(error));
}

}  // namespace

DeviceLoop::DeviceLoop(int device, std::int64_t elements) : count_(elements), host_(bytesOf(elements), device)
{
    check(cudaSetDevice(device));
    check(cudaEventCreate(&start_));
    check(cudaEventCreate(&stop_));
    check(cudaMalloc(&in_, bytesOf(count_)));
    check(cudaMalloc(&out_, bytesOf(count_)));
    std::iota(host_.as<double>(), host_.as<double>() + count_, 0.);
    check(cudaMemcpy(in_, host_.data.get(), bytesOf(count_), cudaMemcpyHostToDevice));
}

DeviceLoop::~DeviceLoop()
{
    cudaFree(in_);
    cudaFree(out_);
    cudaEventDestroy(start_);
    cudaEventDestroy(stop_);
}

double DeviceLoop::runMs(const Iterate& work, const PrefetchShape& shape)
{
    // Also lets the host get ahead: the launch itself is not in the time.
    check(cudaMemsetAsync(out_, 0xff, bytesOf(count_)));
    check(cudaEventRecord(start_));
    transformPrefetched(static_cast<const double*>(in_), count_, static_cast<double*>(out_), work, shape, nullptr);
    check(cudaEventRecord(stop_));
    check(cudaEventSynchronize(stop_));
    float ms = 0;
    check(cudaEventElapsedTime(&ms, start_, stop_));
    return ms;
}

const double* DeviceLoop::result()
{
    check(cudaMemcpy(host_.data.get(), out_, bytesOf(count_), cudaMemcpyDeviceToHost));
    return host_.as<double>();
}

#else

DeviceLoop::DeviceLoop(int, std::int64_t) : count_(0), host_(0, -1)
{
    CV_Error(cv::Error::GpuNotSupported, "this build is without CUDA");
}

DeviceLoop::~DeviceLoop() = default;

double DeviceLoop::runMs(const Iterate&, const PrefetchShape&)
{
    return 0;
}

const double* DeviceLoop::result()
{
    return nullptr;
}

#endif
