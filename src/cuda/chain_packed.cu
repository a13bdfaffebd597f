// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../op/chain_packed_body.hpp"
#include "chain.cuh"
#include "kernels.hpp"

namespace cv { namespace cudastripe {

#define CUDASTRIPE_BODIES(DO)                   \
    CUDASTRIPE_BODIES_OF(DO, uchar, NoTables)   \
    CUDASTRIPE_BODIES_OF(DO, uchar, SomeTables) \
    CUDASTRIPE_BODIES_OF(DO, schar, NoTables)   \
    CUDASTRIPE_BODIES_OF(DO, schar, SomeTables) \
    CUDASTRIPE_BODIES_OF(DO, ushort, NoTables)  \
    CUDASTRIPE_BODIES_OF(DO, short, NoTables)   \
    CUDASTRIPE_BODIES_OF(DO, int, NoTables)     \
    CUDASTRIPE_BODIES_OF(DO, float, NoTables)

#define CUDASTRIPE_BODIES_OF(DO, T, Tables)         \
    DO(PackedChainBody<T COMMA false COMMA Tables>) \
    DO(PackedChainBody<T COMMA true COMMA Tables>)

#define COMMA ,
#define CUDASTRIPE_INSTANTIATE(...) template int enqueueChain<__VA_ARGS__>(const void*, int64, int64, void*);
#define CUDASTRIPE_LOAD(...)                                \
    if (const cudaError_t error = loadChain<__VA_ARGS__>()) \
        return error;

CUDASTRIPE_BODIES(CUDASTRIPE_INSTANTIATE)

cudaError_t loadPackedChainKernels()
{
    CUDASTRIPE_BODIES(CUDASTRIPE_LOAD)
    return cudaSuccess;
}

}}  // namespace cv::cudastripe
