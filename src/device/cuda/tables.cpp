// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See tables.hpp.

#ifdef HAVE_CUDASTRIPE_CUDA

#include "tables.hpp"

#include <algorithm>
#include <cstring>

namespace cv { namespace cudastripe {
namespace {

constexpr size_t kLeastBytes = 1 << 16;

}  // namespace

CudaTables::~CudaTables()
{
    for (const auto& block : blocks_)
        release(*block);
}

CudaTables::Block* CudaTables::take(size_t sizeBytes)
{
    std::lock_guard<std::mutex> lock(mutex_);
    const auto free = std::find_if(blocks_.begin(), blocks_.end(), [&](const std::unique_ptr<Block>& block) {
        return !block->lent && block->sizeBytes >= sizeBytes &&
               context_.ready(cudaEventQuery(block->used), "cudaEventQuery");
    });
    if (free != blocks_.end()) {
        (*free)->lent = true;
        return free->get();
    }
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

void CudaTables::allocate(Block& block, size_t sizeBytes)
{
    context_.check(cudaEventCreateWithFlags(&block.used, cudaEventDisableTiming), "cudaEventCreateWithFlags");
    block.device = context_.allocate(MemoryKind::Device, sizeBytes);
    block.host = context_.allocate(MemoryKind::PageLocked, sizeBytes);
    if (!block.device || !block.host)
        CV_Error_(Error::StsNoMem,
                  ("cudastripe: there are no %zu bytes of memory for the table of a batch", sizeBytes));
    block.sizeBytes = sizeBytes;
}

// Waits for work in flight, as the driver does where memory is freed.
void CudaTables::release(Block& block) noexcept
{
    if (block.used)
        context_.destroy([&] { return cudaEventDestroy(block.used); });
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

// Also after a failure: the copy may be in flight.
void CudaTables::giveBack(Block* block, cudaStream_t stream)
{
    const cudaError_t error = cudaEventRecord(block->used, stream);
    {
        std::lock_guard<std::mutex> lock(mutex_);
        block->lent = error != cudaSuccess;  // then nobody knows when it is free
    }
    context_.check(error, "cudaEventRecord");
}

}}  // namespace cv::cudastripe

#endif
