// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The choice of a kernel for a chain, and what all these kernels need.

#pragma once

#include <algorithm>

#include "../depth_types.hpp"
#include "../kernel_ref.hpp"
#include "op.hpp"

namespace cv { namespace cudastripe {

//! Enqueues a chain's body; gives a cudaError_t. Instantiated in src/cuda only.
template <class Body>
int enqueueChain(const void* body, int64 itemsX, int64 itemsY, const KernelLaunch& launch);

//! The planes of an operation on `rows` rows. The source has `srcPlanes` planes, which stand before the other inputs.
ChainWork chainWork(const StripePlanes& planes, int srcPlanes, const ChainProgram& program, Masking masking, int64 cols,
                    int64 rows);

//! True if kernels on whole words can run a program, provided that there is no mask.
inline bool fitsWords(const ChainProgram& program)
{
    return program.channelwise && program.sameDepth && !program.wide;
}

//! True if four values can be loaded and stored by the widest words.
inline bool vectorsAligned(const PlaneView& view, int depth, int64 rows)
{
    return view.aligned(std::min(16, 4 * depthBytes(depth)), rows);
}

//! The kernel of a body, whose tables are set here.
template <class Body>
KernelRef chainKernelOf(Body& body, const LoweredChain& chain, int64 itemsX, int64 itemsY,
                        const KernelRef::Accesses& accesses)
{
    if constexpr (std::is_same<typename Body::Tables, SomeTables>::value)
        std::copy(chain.tables.begin(), chain.tables.end(), body.tables.bytes);
    KernelRef kernel(body, KernelRef::Enqueue(CUDASTRIPE_IF_CUDA(enqueueChain<Body>)), itemsX, itemsY, accesses);
    if (Body::kName)
        kernel.setCode(chain.kernels, Body::kName);
    return kernel;
}

//! The kernel for a chain: the simplest that its program allows, with the widest words that memory allows.
KernelRef makeChainKernel(const LoweredChain& chain, const ChainWork& work, const KernelRef::Accesses& accesses);

}}  // namespace cv::cudastripe
