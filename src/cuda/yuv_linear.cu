// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels that make colours of YUV with interpolated chroma.

#include "../op/yuv/linear/body.hpp"
#include "kernels.hpp"
#include "launch.cuh"

namespace cv { namespace cudastripe {

#define CUDASTRIPE_BODIES(DO)         \
    DO(YuvLinearBody<uchar, uchar>)   \
    DO(YuvLinearBody<ushort, ushort>) \
    DO(YuvLinearBody<ushort, uchar>)

#define CUDASTRIPE_INSTANTIATE(...) \
    template int enqueueOnCuda<__VA_ARGS__>(const void*, int64, int64, const KernelLaunch&);
#define CUDASTRIPE_LOAD(...)                                 \
    if (const cudaError_t error = loadKernel<__VA_ARGS__>()) \
        return error;

CUDASTRIPE_BODIES(CUDASTRIPE_INSTANTIATE)

cudaError_t loadYuvLinearKernels()
{
    CUDASTRIPE_BODIES(CUDASTRIPE_LOAD)
    return cudaSuccess;
}

}}  // namespace cv::cudastripe
