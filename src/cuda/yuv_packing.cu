// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels to which the packing of YUV is data: colours with interpolated chroma, and samples from one layout to
// another.

#include "../op/yuv/linear_body.hpp"
#include "../op/yuv/shuffle_body.hpp"
#include "kernels.hpp"
#include "launch.cuh"

namespace cv { namespace cudastripe {

cudaError_t loadYuvLinearKernels()
{
    return loadKernelsOf<YuvLinearBody<uchar, uchar>, YuvLinearBody<ushort, ushort>, YuvLinearBody<ushort, uchar>>();
}

cudaError_t loadYuvShuffleKernels()
{
    return loadKernelsOf<YuvShuffleBody<uchar, uchar>, YuvShuffleBody<uchar, ushort>, YuvShuffleBody<ushort, uchar>,
                         YuvShuffleBody<ushort, ushort>>();
}

}}  // namespace cv::cudastripe
