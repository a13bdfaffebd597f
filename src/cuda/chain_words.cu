// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels of chains that never change the depth.

#include "../op/chain/word_body.hpp"
#include "chain.cuh"
#include "kernels.hpp"

namespace cv { namespace cudastripe {

#define CUDASTRIPE_BODIES_OF(DO, T, Tables) \
    DO(WordBody<T, false, Tables>)          \
    DO(WordBody<T, true, Tables>)

#define CUDASTRIPE_BODIES(DO)                   \
    CUDASTRIPE_BODIES_OF(DO, uchar, NoTables)   \
    CUDASTRIPE_BODIES_OF(DO, uchar, SomeTables) \
    CUDASTRIPE_BODIES_OF(DO, schar, NoTables)   \
    CUDASTRIPE_BODIES_OF(DO, schar, SomeTables) \
    CUDASTRIPE_BODIES_OF(DO, ushort, NoTables)  \
    CUDASTRIPE_BODIES_OF(DO, short, NoTables)   \
    CUDASTRIPE_BODIES_OF(DO, int, NoTables)     \
    CUDASTRIPE_BODIES_OF(DO, float, NoTables)

CUDASTRIPE_CHAIN_KERNELS(loadChainWordKernels, CUDASTRIPE_BODIES)

}}  // namespace cv::cudastripe
