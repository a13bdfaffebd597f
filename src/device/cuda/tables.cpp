// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See tables.hpp.

#ifdef HAVE_CUDASTRIPE_CUDA

#include "tables.hpp"

#include "driver.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace cv { namespace cudastripe {
namespace {

constexpr size_t kMinBytes = 1 << 16;
// With so many buffers or bytes, a table takes the buffer of a kept table, or waits for a kernel in flight.
constexpr size_t kManyBuffers = 128, kManyBytes = size_t(64) << 20;

}  // namespace

CudaTables::Buffer::Buffer(Device& owner, size_t sizeBytes)
    : used(owner, "table used"),
      device(owner, OwnedMemory::OnDevice, sizeBytes),
      host(owner, OwnedMemory::PageLocked, sizeBytes)
{
    if (!device.get() || !host.get())
        CV_Error_(Error::StsNoMem, ("cudastripe: not enough memory: the table of a kernel needs %zu bytes", sizeBytes));
}

// Waits for kernels that may still read a table.
CudaTables::~CudaTables()
{
    for (const auto& buffer : buffers_)
        context_.destroy([&] { return cudaEventSynchronize(buffer->usedEvent()); });
}

CudaTables::Buffer* CudaTables::take(size_t sizeBytes)
{
    std::lock_guard<std::mutex> lock(mutex_);
    Buffer* free = takeFree(sizeBytes, false, false);
    const size_t bytes = std::accumulate(buffers_.begin(), buffers_.end(), size_t(0),
                                         [](size_t sum, const auto& each) { return sum + each->host.sizeBytes(); });
    for (bool waits : {false, true}) {
        if (!free && (buffers_.size() >= kManyBuffers || bytes >= kManyBytes))
            free = takeFree(sizeBytes, true, waits);
    }
    if (free)
        return free;
    buffers_.push_back(std::make_unique<Buffer>(device_, std::max(kMinBytes, sizeBytes + sizeBytes / 2)));
    return buffers_.back().get();
}

// Lends the buffer whose last use is oldest, among those that are large enough and not lent; null if there is none.
// Only with `kept`, it may take the buffer of a kept table. Only with `waits`, it may take one in use, after a wait.
CudaTables::Buffer* CudaTables::takeFree(size_t sizeBytes, bool kept, bool waits)
{
    Buffer* oldest = nullptr;
    for (const auto& buffer : buffers_) {
        const bool may = !buffer->lent && buffer->host.sizeBytes() >= sizeBytes && (kept || !buffer->kept);
        if (may && (!oldest || buffer->uses < oldest->uses) && (waits || device_.passed(buffer->used)))
            oldest = buffer.get();
    }
    if (!oldest)
        return nullptr;
    if (waits)
        context_.check(cudaEventSynchronize(oldest->usedEvent()), "cudaEventSynchronize");
    oldest->lent = true;
    oldest->kept = nullptr;
    return oldest;
}

// Lends a kept copy of the table; null if there is none. A copy that another stream still uses does not count, so that
// streams do not wait for each other.
CudaTables::Buffer* CudaTables::takeKept(cudaStream_t stream, const Table& table)
{
    if (!table->usedAgain)
        return nullptr;
    const unsigned long long own = identityOf(stream);
    std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& buffer : buffers_) {
        if (buffer->lent || buffer->kept != table || (buffer->stream != own && !device_.passed(buffer->used)))
            continue;
        buffer->lent = true;
        return buffer.get();
    }
    return nullptr;
}

unsigned long long CudaTables::identityOf(cudaStream_t stream) const
{
    unsigned long long id = 0;
    context_.check(CudaDriver::get().streamGetId(stream, &id), "cuStreamGetId");
    return id;
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

// Is called after a failure, too, when the copy may be in flight. Waits for the stream if the event cannot be recorded.
void CudaTables::giveBack(Buffer* buffer, cudaStream_t stream)
{
    const cudaError_t error = cudaEventRecord(buffer->usedEvent(), stream);
    const bool known = error == cudaSuccess || cudaStreamSynchronize(stream) == cudaSuccess;
    const unsigned long long id = buffer->kept ? identityOf(stream) : 0;
    {
        std::lock_guard<std::mutex> lock(mutex_);
        buffer->lent = !known;
        buffer->stream = id;
        buffer->uses = ++uses_;
    }
    context_.check(error, "cudaEventRecord");
}

}}  // namespace cv::cudastripe

#endif
