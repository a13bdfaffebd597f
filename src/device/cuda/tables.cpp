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
        CV_Error_(Error::StsNoMem, ("cudastripe: not enough memory: the table of a batch needs %zu bytes", sizeBytes));
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

// Null if every buffer is too small, lent or, unless `waits` is true, in use.
CudaTables::Buffer* CudaTables::takeFree(size_t sizeBytes, bool waits)
{
    for (const auto& buffer : buffers_) {
        if (buffer->lent || buffer->host.sizeBytes() < sizeBytes)
            continue;
        if (waits)
            context_.check(cudaEventSynchronize(buffer->usedEvent()), "cudaEventSynchronize");
        else if (!device_.passed(buffer->used))
            continue;
        buffer->lent = true;
        return buffer.get();
    }
    return nullptr;
}

const void* CudaTables::enqueueCopy(Buffer& buffer, cudaStream_t stream, const std::vector<uchar>& table)
{
    std::memcpy(buffer.host.get(), table.data(), table.size());
    context_.check(
        cudaMemcpyAsync(buffer.device.get(), buffer.host.get(), table.size(), cudaMemcpyHostToDevice, stream),
        "cudaMemcpyAsync of a table");
    return buffer.device.get();
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
