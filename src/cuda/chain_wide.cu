// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels of chains on values of 64 bits.

#include "chain.cuh"
#include "kernels.hpp"

namespace cv { namespace cudastripe {

#define CUDASTRIPE_BODIES(DO)              \
    DO(ChainBody<std::uint64_t, NoTables>) \
    DO(ChainBody<std::uint64_t, SomeTables>)

CUDASTRIPE_CHAIN_KERNELS(loadChainWideKernels, CUDASTRIPE_BODIES)

}}  // namespace cv::cudastripe
