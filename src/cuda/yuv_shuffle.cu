// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels that shuffle samples from one YUV layout into another one.

#include "../op/yuv/shuffle/body.hpp"
#include "kernels.hpp"
#include "launch.cuh"

namespace cv { namespace cudastripe {

#define CUDASTRIPE_BODIES(DO)         \
    DO(YuvShuffleBody<uchar, uchar>)  \
    DO(YuvShuffleBody<uchar, ushort>) \
    DO(YuvShuffleBody<ushort, uchar>) \
    DO(YuvShuffleBody<ushort, ushort>)

#define CUDASTRIPE_INSTANTIATE(...) \
    template int enqueueOnCuda<__VA_ARGS__>(const void*, int64, int64, const KernelLaunch&);
#define CUDASTRIPE_LOAD(...)                                 \
    if (const cudaError_t error = loadKernel<__VA_ARGS__>()) \
        return error;

CUDASTRIPE_BODIES(CUDASTRIPE_INSTANTIATE)

cudaError_t loadYuvShuffleKernels()
{
    CUDASTRIPE_BODIES(CUDASTRIPE_LOAD)
    return cudaSuccess;
}

}}  // namespace cv::cudastripe
