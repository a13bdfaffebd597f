// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See tables.hpp.

#ifdef HAVE_CUDASTRIPE_CUDA

#include "tables.hpp"

#include <algorithm>
#include <cstring>

namespace cv { namespace cudastripe {
namespace {

constexpr size_t kLeastBytes = 1 << 16;
constexpr size_t kManyBlocks = 32;  // of batches in flight; later ones wait

}  // namespace

CudaTables::~CudaTables()
{
    for (const auto& block : blocks_)
        release(*block);
}

CudaTables::Block* CudaTables::take(size_t sizeBytes)
{
    std::lock_guard<std::mutex> lock(mutex_);
    Block* free = takeFree(sizeBytes, false);
    if (!free && blocks_.size() >= kManyBlocks)
        free = takeFree(sizeBytes, true);
    if (free)
        return free;
    blocks_.push_back(std::make_unique<Block>());
    Block& block = *blocks_.back();
    try {
        allocate(block, std::max(kLeastBytes, sizeBytes + sizeBytes / 2));
    } catch (...) {
        release(block);
        blocks_.pop_back();
        throw;
    }
    block.lent = true;
    return &block;
}

// Null if every block is too small, lent or, unless `waits` is true, in use.
CudaTables::Block* CudaTables::takeFree(size_t sizeBytes, bool waits)
{
    for (const auto& block : blocks_) {
        if (block->lent || block->sizeBytes < sizeBytes)
            continue;
        if (waits)
            context_.check(cudaEventSynchronize(block->used), "cudaEventSynchronize");
        else if (!context_.ready(cudaEventQuery(block->used), "cudaEventQuery"))
            continue;
        block->lent = true;
        return block.get();
    }
    return nullptr;
}

void CudaTables::allocate(Block& block, size_t sizeBytes)
{
    context_.check(cudaEventCreateWithFlags(&block.used, cudaEventDisableTiming), "cudaEventCreateWithFlags");
    block.device = context_.allocate(MemoryKind::Device, sizeBytes);
    block.host = context_.allocate(MemoryKind::PageLocked, sizeBytes);
    if (!block.device || !block.host)
        CV_Error_(Error::StsNoMem, ("cudastripe: not enough memory: the table of a batch needs %zu bytes", sizeBytes));
    block.sizeBytes = sizeBytes;
    created_ += 3;
}

// A kernel may still read the table.
void CudaTables::release(Block& block) noexcept
{
    if (block.used) {
        context_.destroy([&] { return cudaEventSynchronize(block.used); });
        context_.destroy([&] { return cudaEventDestroy(block.used); });
    }
    if (block.device)
        context_.free(MemoryKind::Device, block.device);
    if (block.host)
        context_.free(MemoryKind::PageLocked, block.host);
}

const void* CudaTables::enqueueCopy(Block& block, cudaStream_t stream, const std::vector<uchar>& table)
{
    std::memcpy(block.host, table.data(), table.size());
    context_.check(cudaMemcpyAsync(block.device, block.host, table.size(), cudaMemcpyHostToDevice, stream),
                   "cudaMemcpyAsync of a table");
    return block.device;
}

// Called after a failure, too: the copy may be in flight. If the event cannot be recorded, waits for the stream.
void CudaTables::giveBack(Block* block, cudaStream_t stream)
{
    const cudaError_t error = cudaEventRecord(block->used, stream);
    const bool known = error == cudaSuccess || cudaStreamSynchronize(stream) == cudaSuccess;
    {
        std::lock_guard<std::mutex> lock(mutex_);
        block->lent = !known;
    }
    context_.check(error, "cudaEventRecord");
}

}}  // namespace cv::cudastripe

#endif
