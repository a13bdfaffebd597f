// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels that make YUV layouts from pixels.

#include "../op/yuv/kernels.hpp"
#include "yuv.cuh"

namespace cv { namespace cudastripe {

cudaError_t loadYuvKernels()
{
    return loadAllLayouts<YuvKernels<uchar, 3>, YuvKernels<uchar, 4>, YuvKernels<ushort, 3>, YuvKernels<ushort, 4>>();
}

}}  // namespace cv::cudastripe
