// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "chain_kernels.hpp"

#include <cstring>

#include "chain_body.hpp"

namespace cv { namespace cudastripe {
namespace {

template <class Body>
void emulateChain(const void* body, int64 itemsX, int64 itemsY)
{
    for (int64 y = 0; y < itemsY; ++y) {
        for (int64 x = 0; x < itemsX; ++x)
            (*static_cast<const Body*>(body))(x, y);
    }
}

// Four values of a depth lie in words as wide as possible.
bool quadsAligned(const PlaneView& view, int depth, int64 rows)
{
    return view.aligned(std::min(16, 4 * depthBytes(depth)), rows);
}

template <class Body>
KernelRef kernelOf(const CompiledChain& chain, const ChainKernelWork& work, int64 rows,
                   std::vector<KernelRef::Access> accesses)
{
    Body body;
    const ChainProgram& program = chain.program;
    body.src = work.src;
    body.second = work.second;
    body.mask = work.mask;
    body.old = work.old;
    body.dst = work.dst;
    body.cols = work.cols;
    body.masked = work.masking != Masking::None;
    body.keepsOld = work.masking == Masking::KeepsOld;
    // Where each lane always has the same channel, or channels make no difference.
    body.quads = !body.masked && program.channelwise && (program.srcChannels != 3 || program.uniform);
    body.srcAligned = quadsAligned(work.src, program.srcDepth, rows);
    body.secondAligned = quadsAligned(work.second, program.secondDepth, rows);
    body.dstAligned = quadsAligned(work.dst, program.dstDepth, rows);
    body.program = program;
    if constexpr (std::is_same<typename Body::Tables, SomeTables>::value)
        std::memcpy(body.tables.tables.bytes, chain.tables.data(), chain.tables.size());
#ifdef HAVE_CUDASTRIPE_CUDA
    const KernelRef::Enqueue enqueue = &enqueueChain<Body>;
#else
    const KernelRef::Enqueue enqueue = nullptr;
#endif
    return KernelRef(body, &emulateChain<Body>, enqueue, body.items(), rows, std::move(accesses));
}

template <class Word>
KernelRef withTables(const CompiledChain& chain, const ChainKernelWork& work, int64 rows,
                     std::vector<KernelRef::Access> accesses)
{
    if (chain.tables.empty())
        return kernelOf<ChainBody<Word, NoTables>>(chain, work, rows, std::move(accesses));
    return kernelOf<ChainBody<Word, SomeTables>>(chain, work, rows, std::move(accesses));
}

}  // namespace

KernelRef makeChainKernel(const CompiledChain& chain, const ChainKernelWork& work, int64 rows,
                          std::vector<KernelRef::Access> accesses)
{
    if (chain.program.wide)
        return withTables<std::uint64_t>(chain, work, rows, std::move(accesses));
    return withTables<std::uint32_t>(chain, work, rows, std::move(accesses));
}

}}  // namespace cv::cudastripe
