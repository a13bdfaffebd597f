// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels that make colours from YUV layouts with more than 8 bits.

#include "../op/yuv/decode/kernels.hpp"
#include "kernels.hpp"
#include "yuv.cuh"

namespace cv { namespace cudastripe {

cudaError_t loadYuvDecode16BitKernels()
{
    return loadYuvKernels<YuvDecodeKernels<ushort, ushort, 3>, YuvDecodeKernels<ushort, ushort, 4>,
                          YuvDecodeKernels<ushort, uchar, 3>, YuvDecodeKernels<ushort, uchar, 4>>();
}

}}  // namespace cv::cudastripe
