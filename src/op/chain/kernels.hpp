// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <algorithm>

#include "../depth_types.hpp"
#include "../kernel_ref.hpp"
#include "op.hpp"
#include "tables.hpp"

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
int enqueueChain(const void* body, int64 itemsX, int64 itemsY, const KernelLaunch& launch);

//! Four values of a depth lie in words as wide as possible.
inline bool quadsAligned(const PlaneView& view, int depth, int64 rows)
{
    return view.aligned(std::min(16, 4 * depthBytes(depth)), rows);
}

//! The kernel over a body that has all but its tables.
template <class Body>
KernelRef chainKernelOf(Body& body, const CompiledChain& chain, int64 itemsX, int64 itemsY,
                        const KernelRef::Accesses& accesses)
{
    if constexpr (std::is_same<typename Body::Tables, SomeTables>::value)
        std::copy(chain.tables.begin(), chain.tables.end(), body.tables.tables.bytes);
#ifdef HAVE_CUDASTRIPE_CUDA
    const KernelRef::Enqueue enqueue = &enqueueChain<Body>;
#else
    const KernelRef::Enqueue enqueue = nullptr;
#endif
    return KernelRef(body, enqueue, itemsX, itemsY, accesses);
}

//! The kernel for a chain, as light as its program allows and as wide as memory does.
KernelRef makeChainKernel(const CompiledChain& chain, const ChainKernelWork& work, int64 rows,
                          const KernelRef::Accesses& accesses);

}}  // namespace cv::cudastripe
