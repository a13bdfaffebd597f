// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "chain.cuh"
#include "kernels.hpp"

namespace cv { namespace cudastripe {

#define CUDASTRIPE_BODIES(DO)                   \
    DO(ChainBody<std::uint64_t COMMA NoTables>) \
    DO(ChainBody<std::uint64_t COMMA SomeTables>)

#define COMMA ,
#define CUDASTRIPE_INSTANTIATE(...) template int enqueueChain<__VA_ARGS__>(const void*, int64, int64, void*);
#define CUDASTRIPE_LOAD(...)                                \
    if (const cudaError_t error = loadChain<__VA_ARGS__>()) \
        return error;

CUDASTRIPE_BODIES(CUDASTRIPE_INSTANTIATE)

cudaError_t loadWideChainKernels()
{
    CUDASTRIPE_BODIES(CUDASTRIPE_LOAD)
    return cudaSuccess;
}

}}  // namespace cv::cudastripe
