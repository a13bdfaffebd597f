// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels that make colours from 8-bit YUV layouts.

#include "../op/yuv/decode/kernels.hpp"
#include "kernels.hpp"
#include "yuv.cuh"

namespace cv { namespace cudastripe {

cudaError_t loadYuvDecode8BitKernels()
{
    return loadYuvKernels<YuvDecodeKernels<uchar, uchar, 1>, YuvDecodeKernels<uchar, uchar, 3>,
                          YuvDecodeKernels<uchar, uchar, 4>>();
}

}}  // namespace cv::cudastripe
