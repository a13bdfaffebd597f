// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels of YUV layouts for 8-bit pixels.

#include "kernels.hpp"
#include "yuv.cuh"

namespace cv { namespace cudastripe {

cudaError_t loadYuv8BitKernels()
{
    const cudaError_t error = loadYuvKernels<uchar, 3>();
    return error ? error : loadYuvKernels<uchar, 4>();
}

}}  // namespace cv::cudastripe
