// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See tables.hpp.

#ifdef HAVE_CUDASTRIPE_CUDA

#include "tables.hpp"

#include <algorithm>
#include <cstring>

namespace cv { namespace cudastripe {
namespace {

constexpr size_t kMinBytes = 1 << 16;
constexpr size_t kManyBuffers = 32;  // of batches in flight; later ones wait

}  // namespace

CudaTables::Buffer::Buffer(Device& owner, size_t sizeBytes)
    : used(owner, "table used"),
      device(owner, OwnedMemory::OnDevice, sizeBytes),
      host(owner, OwnedMemory::PageLocked, sizeBytes)
{
    if (!device.get() || !host.get())
        CV_Error_(Error::StsNoMem, ("cudastripe: not enough memory: the table of a kernel needs %zu bytes", sizeBytes));
}

// A kernel may still read a table.
CudaTables::~CudaTables()
{
    for (const auto& buffer : buffers_)
        context_.destroy([&] { return cudaEventSynchronize(buffer->usedEvent()); });
}

CudaTables::Buffer* CudaTables::take(size_t sizeBytes)
{
    std::lock_guard<std::mutex> lock(mutex_);
    Buffer* free = takeFree(sizeBytes, false);
    if (!free && buffers_.size() >= kManyBuffers)
        free = takeFree(sizeBytes, true);
    if (free)
        return free;
    buffers_.push_back(std::make_unique<Buffer>(device_, std::max(kMinBytes, sizeBytes + sizeBytes / 2)));
    return buffers_.back().get();
}

// Null if every buffer is too small, lent or, unless `waits` is true, in use or kept.
CudaTables::Buffer* CudaTables::takeFree(size_t sizeBytes, bool waits)
{
    for (const auto& buffer : buffers_) {
        const bool full = buffers_.size() >= kManyBuffers;
        if (buffer->lent || buffer->host.sizeBytes() < sizeBytes || (buffer->kept && !full))
            continue;
        if (waits)
            context_.check(cudaEventSynchronize(buffer->usedEvent()), "cudaEventSynchronize");
        else if (!device_.passed(buffer->used))
            continue;
        buffer->lent = true;
        buffer->kept = nullptr;
        return buffer.get();
    }
    return nullptr;
}

// A copy of the table that was kept, null if there is none. The stream follows its last use, and so its making.
CudaTables::Buffer* CudaTables::takeKept(cudaStream_t stream, const Table& table)
{
    if (!table->usedAgain)
        return nullptr;
    std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& buffer : buffers_) {
        if (buffer->lent || buffer->kept != table)
            continue;
        if (!device_.passed(buffer->used))
            context_.check(cudaStreamWaitEvent(stream, buffer->usedEvent(), 0), "cudaStreamWaitEvent");
        buffer->lent = true;
        return buffer.get();
    }
    return nullptr;
}

void CudaTables::enqueueCopy(Buffer& buffer, cudaStream_t stream, const Table& table)
{
    const std::vector<uchar>& bytes = table->table;
    std::memcpy(buffer.host.get(), bytes.data(), bytes.size());
    context_.check(
        cudaMemcpyAsync(buffer.device.get(), buffer.host.get(), bytes.size(), cudaMemcpyHostToDevice, stream),
        "cudaMemcpyAsync of a table");
    if (table->usedAgain)
        buffer.kept = table;
}

// Called after a failure, too: the copy may be in flight. If the event cannot be recorded, waits for the stream.
void CudaTables::giveBack(Buffer* buffer, cudaStream_t stream)
{
    const cudaError_t error = cudaEventRecord(buffer->usedEvent(), stream);
    const bool known = error == cudaSuccess || cudaStreamSynchronize(stream) == cudaSuccess;
    {
        std::lock_guard<std::mutex> lock(mutex_);
        buffer->lent = !known;
    }
    context_.check(error, "cudaEventRecord");
}

}}  // namespace cv::cudastripe

#endif
