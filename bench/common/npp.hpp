// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <nppdefs.h>

#include "gpu.hpp"

namespace bench {

inline void checkNpp(NppStatus status)
{
    if (status != NPP_SUCCESS)
        CV_Error_(cv::Error::GpuApiCallError, ("NPP failed: %d", static_cast<int>(status)));
}

//! What NPP's functions want to know of the current device.
inline NppStreamContext nppContext(cudaStream_t stream)
{
    static const cudaDeviceProp properties = [] {
        int device = 0;
        cudaDeviceProp found;
        BENCH_CUDA(cudaGetDevice(&device));
        BENCH_CUDA(cudaGetDeviceProperties(&found, device));
        return found;
    }();
    NppStreamContext context = {};
    context.hStream = stream;
    BENCH_CUDA(cudaGetDevice(&context.nCudaDeviceId));
    context.nMultiProcessorCount = properties.multiProcessorCount;
    context.nMaxThreadsPerMultiProcessor = properties.maxThreadsPerMultiProcessor;
    context.nMaxThreadsPerBlock = properties.maxThreadsPerBlock;
    context.nSharedMemPerBlock = properties.sharedMemPerBlock;
    context.nCudaDevAttrComputeCapabilityMajor = properties.major;
    context.nCudaDevAttrComputeCapabilityMinor = properties.minor;
    BENCH_CUDA(cudaStreamGetFlags(context.hStream, &context.nStreamFlags));
    return context;
}

}  // namespace bench
