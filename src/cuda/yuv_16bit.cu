// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels that make YUV layouts from 16-bit pixels.

#include "../op/yuv/kernels.hpp"
#include "kernels.hpp"
#include "yuv.cuh"

namespace cv { namespace cudastripe {

cudaError_t loadYuv16BitKernels()
{
    return loadYuvKernels<YuvKernels<ushort, 3>, YuvKernels<ushort, 4>>();
}

}}  // namespace cv::cudastripe
