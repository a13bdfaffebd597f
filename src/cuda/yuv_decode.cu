// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels that make colours of YUV layouts.

#include "../op/yuv/kernels.hpp"
#include "yuv.cuh"

namespace cv { namespace cudastripe {

cudaError_t loadYuvDecodeKernels()
{
    return loadAllLayouts<YuvDecodeKernels<uchar, uchar, 1>, YuvDecodeKernels<uchar, uchar, 3>,
                          YuvDecodeKernels<uchar, uchar, 4>, YuvDecodeKernels<ushort, ushort, 3>,
                          YuvDecodeKernels<ushort, ushort, 4>, YuvDecodeKernels<ushort, uchar, 3>,
                          YuvDecodeKernels<ushort, uchar, 4>>();
}

}}  // namespace cv::cudastripe
