// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels of chains on values of 32 bits that begin or end in a YUV format, or end in a tensor.

#include "chain_yuv.cuh"

namespace cv { namespace cudastripe {

cudaError_t loadChainYuvKernels()
{
    return loadChainYuv<NarrowChainYuvBody>();
}

}}  // namespace cv::cudastripe
