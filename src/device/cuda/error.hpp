// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Exceptions for failed CUDA calls.

#pragma once

#include <cuda_runtime_api.h>

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! Throws cv::Exception if a CUDA call has failed, and clears the thread's last error.
inline void checkCuda(cudaError_t error, const char* call)
{
    if (error == cudaSuccess)
        return;
    cudaGetLastError();
    CV_Error_(Error::GpuApiCallError, ("%s failed: %s (%s)", call, cudaGetErrorString(error), cudaGetErrorName(error)));
}

}}  // namespace cv::cudastripe

//! Makes a CUDA call and throws if it fails.
#define CUDASTRIPE_CUDA(call) ::cv::cudastripe::checkCuda((call), #call)
