// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels of packed 4:4:4, and the loading of all kernels.

#include "../op/yuv444/body.hpp"
#include "kernels.hpp"
#include "launch.cuh"

namespace cv { namespace cudastripe {

#define CUDASTRIPE_BODIES(DO)                  \
    CUDASTRIPE_BODIES_OF(DO, FixedYuv<uchar>)  \
    CUDASTRIPE_BODIES_OF(DO, FixedYuv<ushort>) \
    CUDASTRIPE_BODIES_OF(DO, FloatYuv)

#define CUDASTRIPE_BODIES_OF(DO, Formula)      \
    DO(PackedYuvBody<Formula COMMA 3 COMMA 1>) \
    DO(PackedYuvBody<Formula COMMA 3 COMMA 4>) \
    DO(PackedYuvBody<Formula COMMA 4 COMMA 1>) \
    DO(PackedYuvBody<Formula COMMA 4 COMMA 4>)

#define COMMA ,
#define CUDASTRIPE_INSTANTIATE(...) \
    template int enqueueOnCuda<__VA_ARGS__>(const void*, int64, int64, const KernelLaunch&);
#define CUDASTRIPE_LOAD(...)                                 \
    if (const cudaError_t error = loadKernel<__VA_ARGS__>()) \
        return error;

CUDASTRIPE_BODIES(CUDASTRIPE_INSTANTIATE)

cudaError_t loadKernels()
{
    CUDASTRIPE_BODIES(CUDASTRIPE_LOAD)
    for (cudaError_t (*const load)() : {&loadYuv8BitKernels, &loadYuv16BitKernels, &loadYuvDecode8BitKernels,
                                        &loadYuvDecode16BitKernels, &loadChainKernels, &loadChainWideKernels,
                                        &loadChainWordKernels, &loadChainByteKernels, &loadChainYuvKernels}) {
        if (const cudaError_t error = load())
            return error;
    }
    return cudaSuccess;
}

cudaError_t probeKernel()
{
    return loadKernel<PackedYuvBody<FixedYuv<uchar>, 4, 4>>();
}

}}  // namespace cv::cudastripe
