// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels of packed 4:4:4, and the loading of all kernels.

#include "../op/yuv444/body.hpp"
#include "kernels.hpp"
#include "launch.cuh"

namespace cv { namespace cudastripe {

#define CUDASTRIPE_BODIES(DO, Formula)                    \
    DO(PackedYuvBody<Formula, 3, 1>)                      \
    DO(PackedYuvBody<Formula, 3, kPackedPixels<Formula>>) \
    DO(PackedYuvBody<Formula, 4, 1>)                      \
    DO(PackedYuvBody<Formula, 4, kPackedPixels<Formula>>)

#define CUDASTRIPE_INSTANTIATE_ALL(Formula, Loop) CUDASTRIPE_BODIES(CUDASTRIPE_INSTANTIATE_KERNEL, Formula)
#define CUDASTRIPE_LOAD_ALL(Formula, Loop) CUDASTRIPE_BODIES(CUDASTRIPE_LOAD_KERNEL, Formula)

CUDASTRIPE_PACKED_FORMULAS(CUDASTRIPE_INSTANTIATE_ALL)

cudaError_t loadKernels()
{
    CUDASTRIPE_PACKED_FORMULAS(CUDASTRIPE_LOAD_ALL)
    for (cudaError_t (*const load)() :
         {&loadYuv8BitKernels, &loadYuv16BitKernels, &loadYuvDecode8BitKernels, &loadYuvDecode16BitKernels,
          &loadYuvLinearKernels, &loadYuvShuffleKernels, &loadChainKernels, &loadChainWideKernels,
          &loadChainWordKernels, &loadChainByteKernels, &loadChainYuvKernels, &loadChainYuvWideKernels}) {
        if (const cudaError_t error = load())
            return error;
    }
    return cudaSuccess;
}

cudaError_t probeKernel()
{
    return loadKernel<PackedYuvBody<FixedYuv<uchar>, 4, kPackedPixels<FixedYuv<uchar>>>>();
}

}}  // namespace cv::cudastripe
