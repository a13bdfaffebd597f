// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See tables.hpp.

#ifdef HAVE_CUDASTRIPE_CUDA

#include "tables.hpp"

#include <algorithm>
#include <cstring>

namespace cv { namespace cudastripe {
namespace {

constexpr size_t kMinBytes = 1 << 16;
constexpr size_t kManyBlocks = 32;  // of batches in flight; later ones wait

}  // namespace

CudaTables::Block::Block(Device& owner, size_t sizeBytes)
    : used(owner, "table used"),
      device(owner, OwnedMemory::OnDevice, sizeBytes),
      host(owner, OwnedMemory::PageLocked, sizeBytes)
{
    if (!device.get() || !host.get())
        CV_Error_(Error::StsNoMem, ("cudastripe: not enough memory: the table of a batch needs %zu bytes", sizeBytes));
}

// A kernel may still read a table.
CudaTables::~CudaTables()
{
    for (const auto& block : blocks_)
        context_.destroy([&] { return cudaEventSynchronize(block->usedEvent()); });
}

CudaTables::Block* CudaTables::take(size_t sizeBytes)
{
    std::lock_guard<std::mutex> lock(mutex_);
    Block* free = takeFree(sizeBytes, false);
    if (!free && blocks_.size() >= kManyBlocks)
        free = takeFree(sizeBytes, true);
    if (free)
        return free;
    blocks_.push_back(std::make_unique<Block>(device_, std::max(kMinBytes, sizeBytes + sizeBytes / 2)));
    return blocks_.back().get();
}

// Null if every block is too small, lent or, unless `waits` is true, in use.
CudaTables::Block* CudaTables::takeFree(size_t sizeBytes, bool waits)
{
    for (const auto& block : blocks_) {
        if (block->lent || block->host.sizeBytes() < sizeBytes)
            continue;
        if (waits)
            context_.check(cudaEventSynchronize(block->usedEvent()), "cudaEventSynchronize");
        else if (!device_.passed(block->used))
            continue;
        block->lent = true;
        return block.get();
    }
    return nullptr;
}

const void* CudaTables::enqueueCopy(Block& block, cudaStream_t stream, const std::vector<uchar>& table)
{
    std::memcpy(block.host.get(), table.data(), table.size());
    context_.check(cudaMemcpyAsync(block.device.get(), block.host.get(), table.size(), cudaMemcpyHostToDevice, stream),
                   "cudaMemcpyAsync of a table");
    return block.device.get();
}

// Called after a failure, too: the copy may be in flight. If the event cannot be recorded, waits for the stream.
void CudaTables::giveBack(Block* block, cudaStream_t stream)
{
    const cudaError_t error = cudaEventRecord(block->usedEvent(), stream);
    const bool known = error == cudaSuccess || cudaStreamSynchronize(stream) == cudaSuccess;
    {
        std::lock_guard<std::mutex> lock(mutex_);
        block->lent = !known;
    }
    context_.check(error, "cudaEventRecord");
}

}}  // namespace cv::cudastripe

#endif
