// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The functions that load the kernels of the module.

#pragma once

#include <cuda_runtime_api.h>

namespace cv { namespace cudastripe {

//! Loads every kernel of the module on the current device.
cudaError_t loadKernels();

cudaError_t loadColorKernels();
cudaError_t loadYuvKernels();
cudaError_t loadYuvDecodeKernels();
cudaError_t loadYuvLinearKernels();
cudaError_t loadChainKernels();
cudaError_t loadChainWordKernels();
cudaError_t loadChainByteKernels();
cudaError_t loadChainYuvKernels();
cudaError_t loadChainYuvWideKernels();
cudaError_t loadYuvShuffleKernels();
cudaError_t loadTensorKernels();
cudaError_t loadResizeKernels();
cudaError_t loadYuvResizeKernels();

//! Success if this build has code that runs on the current device.
cudaError_t probeKernel();

}}  // namespace cv::cudastripe
