// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels that make colours from YUV, with interpolated chroma.

#include "../op/yuv/linear_body.hpp"
#include "kernels.hpp"
#include "launch.cuh"

namespace cv { namespace cudastripe {

cudaError_t loadYuvLinearKernels()
{
    return loadKernelsOf<YuvLinearBody<uchar, uchar>, YuvLinearBody<ushort, ushort>, YuvLinearBody<ushort, uchar>>();
}

}}  // namespace cv::cudastripe
