// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels of chains that begin or end in a YUV format, or end in a tensor.

#include "../op/chain/yuv/body.hpp"
#include "chain.cuh"
#include "kernels.hpp"

namespace cv { namespace cudastripe {

#define CUDASTRIPE_BODIES(DO) \
    DO(ChainToYuvBody)        \
    DO(ChainFromYuvBody)      \
    DO(ChainFromToYuvBody)    \
    DO(ChainToTensorBody)     \
    DO(ChainFromYuvToTensorBody)

CUDASTRIPE_CHAIN_KERNELS(loadChainYuvKernels, CUDASTRIPE_BODIES)

}}  // namespace cv::cudastripe
