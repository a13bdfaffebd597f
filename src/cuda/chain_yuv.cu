// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../op/chain_yuv_body.hpp"
#include "chain.cuh"
#include "kernels.hpp"

namespace cv { namespace cudastripe {

template int enqueueChain<ChainYuvBody<uchar>>(const void*, int64, int64, void*);
template int enqueueChain<ChainYuvBody<ushort>>(const void*, int64, int64, void*);

cudaError_t loadChainYuvKernels()
{
    const cudaError_t error = loadChain<ChainYuvBody<uchar>>();
    return error ? error : loadChain<ChainYuvBody<ushort>>();
}

}}  // namespace cv::cudastripe
