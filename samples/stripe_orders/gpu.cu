// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "gpu.hpp"

#include <algorithm>
#include <opencv2/core.hpp>

namespace {

std::shared_ptr<void> pageableMemory(std::size_t bytes)
{
    return std::shared_ptr<void>(cv::fastMalloc(bytes), cv::fastFree);
}

}  // namespace

#ifdef __CUDACC__

Capabilities capabilitiesOf(int device)
{
    cudaDeviceProp properties;
    if (cudaGetDeviceProperties(&properties, device) != cudaSuccess)
        CV_Error(cv::Error::GpuApiCallError, "the device's properties cannot be read");
    return {properties.name, properties.asyncEngineCount, properties.concurrentKernels != 0,
            properties.canMapHostMemory != 0};
}

void* perThreadStream()
{
    return cudaStreamPerThread;
}

std::shared_ptr<void> hostMemory(std::size_t bytes, int device)
{
    bytes = std::max<std::size_t>(bytes, 1);
    void* memory = nullptr;
    if (device < 0)
        return pageableMemory(bytes);
    if (cudaSetDevice(device) != cudaSuccess || cudaHostAlloc(&memory, bytes, cudaHostAllocPortable) != cudaSuccess) {
        cudaGetLastError();  // not fatal: pageable memory is only slower
        return pageableMemory(bytes);
    }
    return std::shared_ptr<void>(memory, [](void* p) { cudaFreeHost(p); });
}

#else

Capabilities capabilitiesOf(int)
{
    return Capabilities();
}

void* perThreadStream()
{
    return nullptr;
}

std::shared_ptr<void> hostMemory(std::size_t bytes, int)
{
    return pageableMemory(std::max<std::size_t>(bytes, 1));
}

#endif
