// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels of chains that begin or end in a YUV format, or end in a tensor.

#include "../op/chain/yuv/body.hpp"
#include "chain.cuh"
#include "kernels.hpp"

namespace cv { namespace cudastripe {

#define CUDASTRIPE_WAYS(DO, BODY)               \
    DO(BODY<ChainImageSource, ChainYuvSink>)    \
    DO(BODY<ChainYuvSource, ChainImageSink>)    \
    DO(BODY<ChainYuvSource, ChainYuvSink>)      \
    DO(BODY<ChainImageSource, ChainTensorSink>) \
    DO(BODY<ChainYuvSource, ChainTensorSink>)
#define CUDASTRIPE_BODIES(DO)               \
    CUDASTRIPE_WAYS(DO, NarrowChainYuvBody) \
    CUDASTRIPE_WAYS(DO, WideChainYuvBody)

CUDASTRIPE_CHAIN_KERNELS(loadChainYuvKernels, CUDASTRIPE_BODIES)

}}  // namespace cv::cudastripe
