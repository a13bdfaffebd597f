// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../op/chain/yuv_body.hpp"
#include "chain.cuh"
#include "kernels.hpp"

namespace cv { namespace cudastripe {

#define CUDASTRIPE_BODIES(DO) \
    DO(ChainYuvBody<uchar>)   \
    DO(ChainYuvBody<ushort>)

CUDASTRIPE_BODIES(CUDASTRIPE_INSTANTIATE_CHAIN)

cudaError_t loadChainYuvKernels()
{
    CUDASTRIPE_BODIES(CUDASTRIPE_LOAD_CHAIN)
    return cudaSuccess;
}

}}  // namespace cv::cudastripe
