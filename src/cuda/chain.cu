// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels of chains that begin and end in images, on values of 32 and of 64 bits.

#include "chain.cuh"
#include "kernels.hpp"

namespace cv { namespace cudastripe {

cudaError_t loadChainKernels()
{
    return loadChainKernelsOf<ChainBody<std::uint32_t, NoTables>, ChainBody<std::uint32_t, SomeTables>,
                              ChainBody<std::uint64_t, NoTables>, ChainBody<std::uint64_t, SomeTables>>();
}

}}  // namespace cv::cudastripe
