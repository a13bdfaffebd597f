// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "entry_buffer.hpp"

#include <algorithm>
#include <opencv2/core.hpp>

#ifdef __CUDACC__

EntryBuffer::Memory EntryBuffer::allocatePageLocked(std::size_t bytes, int device)
{
    void* memory = nullptr;
    // The memory belongs to the context of the current device: no other GPU should get one for it.
    if (cudaSetDevice(device) != cudaSuccess || cudaHostAlloc(&memory, bytes, cudaHostAllocPortable) != cudaSuccess) {
        cudaGetLastError();  // not fatal: pageable memory is only slower
        memory = nullptr;
    }
    return Memory(static_cast<std::uint64_t*>(memory), [](void* p) { cudaFreeHost(p); });
}

#else

EntryBuffer::Memory EntryBuffer::allocatePageLocked(std::size_t, int)
{
    return Memory(nullptr, cv::fastFree);
}

#endif

EntryBuffer::Memory EntryBuffer::allocatePageable(std::size_t bytes)
{
    return Memory(static_cast<std::uint64_t*>(cv::fastMalloc(bytes)), cv::fastFree);
}

EntryBuffer::EntryBuffer(std::int64_t count, int device) : memory_(nullptr, cv::fastFree)
{
    // Not even an empty buffer is null.
    const std::size_t bytes = static_cast<std::size_t>(std::max<std::int64_t>(count, 1)) * sizeof(std::uint64_t);
    if (device >= 0)
        memory_ = allocatePageLocked(bytes, device);
    pageLocked_ = memory_ != nullptr;
    if (!pageLocked_)
        memory_ = allocatePageable(bytes);
}
