// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The memory of a simulated device.

#include "simulated_device.hpp"

namespace cv { namespace cudastripe {

MemoryInfo SimulatedDevice::classify(const void* address)
{
    Lock lock(mutex_);
    MemoryInfo info;
    info.kind = params_.otherMemory;
    if (const SimulatedMemory::Entry* const entry = memory_.find(address)) {
        info.kind = entry->second.kind;
        info.sizeBytes =
            static_cast<size_t>(entry->first + entry->second.sizeBytes - static_cast<const uchar*>(address));
        info.managed = entry->second.managed;
    }
    info.device = info.kind == MemoryKind::Device ? number() : -1;
    info.kernelsReach = info.kind == MemoryKind::PageLocked;
    return info;
}

void* SimulatedDevice::allocate(MemoryKind kind, size_t sizeBytes)
{
    Lock lock(mutex_);
    countCall("allocate");
    void* const memory = memory_.allocate(kind, sizeBytes);
    created_ += memory != nullptr;
    return memory;
}

void* SimulatedDevice::allocateManaged(size_t sizeBytes)
{
    Lock lock(mutex_);
    const MemoryKind kind = params_.concurrentManagedAccess ? MemoryKind::PageLocked : MemoryKind::Device;
    return memory_.allocate(kind, sizeBytes, true);
}

void SimulatedDevice::free(MemoryKind, void* memory) noexcept
{
    Lock lock(mutex_);
    if (inCallback_)
        findings_.push_back("memory was freed in a callback");
    finishIfBusy();  // as cudaFree does
    history_.forget(lineOf(memory, memory_.free(memory)));
}

void SimulatedDevice::pin(void* memory, size_t sizeBytes)
{
    Lock lock(mutex_);
    memory_.adopt(memory, sizeBytes);
}

// On CUDA a copy that leaves an allocation fails, even if the next one begins there.
void SimulatedDevice::checkAllocation(const MemoryAccess& access)
{
    const uchar* const first = access.view.base;
    const int64 bytes = spanBytes(access.view, access.rows);
    if (bytes > 0 && memory_.find(first) != memory_.find(first + bytes - 1))
        findings_.push_back(access.what + " leaves an allocation");
}

}}  // namespace cv::cudastripe
