// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels of chains that begin or end in a YUV format, or end in a tensor.

#pragma once

#include "../op/chain/yuv/body.hpp"
#include "chain.cuh"
#include "kernels.hpp"

namespace cv { namespace cudastripe {

template <template <class, class> class Body>
cudaError_t loadChainYuv()
{
    return loadChainKernelsOf<Body<ChainImageSource, ChainYuvSink>, Body<ChainYuvSource, ChainImageSink>,
                              Body<ChainYuvSource, ChainYuvSink>, Body<ChainImageSource, ChainTensorSink>,
                              Body<ChainYuvSource, ChainTensorSink>, Body<ChainYuvLinearSource, ChainImageSink>,
                              Body<ChainYuvLinearSource, ChainYuvSink>, Body<ChainYuvLinearSource, ChainTensorSink>>();
}

}}  // namespace cv::cudastripe
