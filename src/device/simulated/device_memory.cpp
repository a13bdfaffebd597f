// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The memory of a simulated device, and pageable memory that is registered with it.

#include "simulated_device.hpp"

namespace cv { namespace cudastripe {

MemoryInfo SimulatedDevice::classify(const void* address)
{
    Lock lock(mutex_);
    MemoryInfo info;
    info.kind = registrations_->contains(address) ? MemoryKind::PageLocked : params_.otherMemory;
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

bool SimulatedDevice::registerMemory(void* address, size_t sizeBytes)
{
    const HostRange range = HostRange::of(address, sizeBytes);
    {
        Lock lock(mutex_);
        countCall("registerMemory");
        if (memory_.find(address) || memory_.find(static_cast<uchar*>(address) + sizeBytes - 1))
            return false;
    }
    const bool done = registrations_->add(range);
    created_ += done;
    return done;
}

void SimulatedDevice::unregisterMemory(void* address) noexcept
{
    if (registrations_->remove(address))
        return;
    Lock lock(mutex_);
    findings_.push_back("memory that is not registered was unregistered");
}

// The memory goes back to its owner. That counts as a write of the host: all work that uses it must have ended.
void SimulatedDevice::loses(const HostRange& range)
{
    if (params_.dry || !alive_)
        return;
    Lock lock(mutex_);
    host_.advance(kHostActor);
    note({lineOf(range.address(), range.sizeBytes()), 1, true, kHostActor, "unregister"}, host_);
    finishIfBusy();  // as CUDA does
}

void SimulatedDevice::checkRegistered(const MemoryAccess& access)
{
    if (memory_.find(access.view.base))
        return;
    const HostRange range = HostRange::of(access.view.base, static_cast<size_t>(spanBytes(access.view, access.rows)));
    const String wrong = registrations_->wrongWith(range);
    if (!wrong.empty())
        findings_.push_back(access.what + " " + wrong);
}

}}  // namespace cv::cudastripe
