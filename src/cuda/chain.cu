// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "chain.cuh"
#include "kernels.hpp"

namespace cv { namespace cudastripe {

#define CUDASTRIPE_BODIES(DO)              \
    DO(ChainBody<std::uint32_t, NoTables>) \
    DO(ChainBody<std::uint32_t, SomeTables>)

CUDASTRIPE_BODIES(CUDASTRIPE_INSTANTIATE_CHAIN)

cudaError_t loadChainKernels()
{
    CUDASTRIPE_BODIES(CUDASTRIPE_LOAD_CHAIN)
    return cudaSuccess;
}

}}  // namespace cv::cudastripe
