// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels of packed 4:4:4, and the loading of all kernels.

#include "../op/color/yuv444/body.hpp"
#include "kernels.hpp"
#include "launch.cuh"

namespace cv { namespace cudastripe {
namespace {

template <class Formula>
cudaError_t loadPackedYuv()
{
    return loadKernelsOf<PackedYuvBody<Formula, 3, false>, PackedYuvBody<Formula, 3, true>,
                         PackedYuvBody<Formula, 4, false>, PackedYuvBody<Formula, 4, true>>();
}

}  // namespace

#define CUDASTRIPE_LOAD_PACKED(Formula, Loop) &loadPackedYuv<Formula>,

cudaError_t loadKernels()
{
    return loadAll({CUDASTRIPE_PACKED_FORMULAS(CUDASTRIPE_LOAD_PACKED) & loadColorKernels, &loadYuvKernels,
                    &loadYuvDecodeKernels, &loadYuvLinearKernels, &loadYuvShuffleKernels, &loadChainKernels,
                    &loadChainWordKernels, &loadChainByteKernels, &loadChainYuvKernels, &loadChainYuvWideKernels,
                    &loadTensorKernels, &loadResizeKernels, &loadYuvResizeKernels});
}

cudaError_t probeKernel()
{
    return loadKernel<PackedYuvBody<FixedYuv<uchar>, 4, true>>();
}

}}  // namespace cv::cudastripe
