// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_CHAIN_KERNELS_HPP
#define OPENCV_CUDASTRIPE_CHAIN_KERNELS_HPP

#include "chain_op.hpp"
#include "kernel_ref.hpp"

namespace cv { namespace cudastripe {

//! The planes of a chain's kernel, as far as the chain has them.
struct ChainKernelWork
{
    PlaneView src, second, mask, old, dst;
    Masking masking;
    int64 cols;
};

//! Enqueues a chain's body; gives a cudaError_t. Instantiated in src/cuda only.
template <class Body>
int enqueueChain(const void* body, int64 itemsX, int64 itemsY, void* stream);

//! The kernel for a chain, as light as its program allows and as wide as memory does.
KernelRef makeChainKernel(const CompiledChain& chain, const ChainKernelWork& work, int64 rows,
                          std::vector<KernelRef::Access> accesses);

}}  // namespace cv::cudastripe

#endif
