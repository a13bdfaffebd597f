// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../op/chain/packed_body.hpp"
#include "chain.cuh"
#include "kernels.hpp"

namespace cv { namespace cudastripe {

#define CUDASTRIPE_BODIES_OF(DO, T, Tables) \
    DO(PackedChainBody<T, false, Tables>)   \
    DO(PackedChainBody<T, true, Tables>)

#define CUDASTRIPE_BODIES(DO)                   \
    CUDASTRIPE_BODIES_OF(DO, uchar, NoTables)   \
    CUDASTRIPE_BODIES_OF(DO, uchar, SomeTables) \
    CUDASTRIPE_BODIES_OF(DO, schar, NoTables)   \
    CUDASTRIPE_BODIES_OF(DO, schar, SomeTables) \
    CUDASTRIPE_BODIES_OF(DO, ushort, NoTables)  \
    CUDASTRIPE_BODIES_OF(DO, short, NoTables)   \
    CUDASTRIPE_BODIES_OF(DO, int, NoTables)     \
    CUDASTRIPE_BODIES_OF(DO, float, NoTables)

CUDASTRIPE_BODIES(CUDASTRIPE_INSTANTIATE_CHAIN)

cudaError_t loadPackedChainKernels()
{
    CUDASTRIPE_BODIES(CUDASTRIPE_LOAD_CHAIN)
    return cudaSuccess;
}

}}  // namespace cv::cudastripe
