// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels that make YUV layouts from 8-bit pixels.

#include "../op/yuv/kernels.hpp"
#include "kernels.hpp"
#include "yuv.cuh"

namespace cv { namespace cudastripe {

cudaError_t loadYuv8BitKernels()
{
    return loadYuvKernels<YuvKernels<uchar, 3>, YuvKernels<uchar, 4>>();
}

}}  // namespace cv::cudastripe
