// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels that shuffle samples from one YUV layout into another one.

#include "../op/yuv/shuffle_body.hpp"
#include "kernels.hpp"
#include "launch.cuh"

namespace cv { namespace cudastripe {

cudaError_t loadYuvShuffleKernels()
{
    return loadKernelsOf<YuvShuffleBody<uchar, uchar>, YuvShuffleBody<uchar, ushort>, YuvShuffleBody<ushort, uchar>,
                         YuvShuffleBody<ushort, ushort>>();
}

}}  // namespace cv::cudastripe
