// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "gpu_context.hpp"

#include <benchmark/benchmark.h>

#include "cuda_check.hpp"

namespace bench {
namespace {

std::string dotted(int version)
{
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

}  // namespace

std::string whyNoGpu()
{
    int count = 0;
    const cudaError_t error = cudaGetDeviceCount(&count);
    if (error != cudaSuccess)
        return cudaGetErrorString(error);
    return count > 0 ? "" : "no CUDA device";
}

void addGpuContext()
{
    int number = 0, driver = 0, runtime = 0;
    cudaDeviceProp properties;
    BENCH_CUDA(cudaGetDevice(&number));
    BENCH_CUDA(cudaGetDeviceProperties(&properties, number));
    BENCH_CUDA(cudaDriverGetVersion(&driver));
    BENCH_CUDA(cudaRuntimeGetVersion(&runtime));
    benchmark::AddCustomContext("gpu", properties.name);
    benchmark::AddCustomContext("cuda_driver", dotted(driver));
    benchmark::AddCustomContext("cuda_runtime", dotted(runtime));
}

void requireGpu()
{
    const std::string reason = whyNoGpu();
    if (!reason.empty())
        CV_Error(cv::Error::GpuNotSupported, "nothing to measure: " + reason);
    addGpuContext();
}

}  // namespace bench
