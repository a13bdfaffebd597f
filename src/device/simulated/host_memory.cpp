// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "simulated_device.hpp"

// Pageable memory that a simulated device is told to take for page-locked.

namespace cv { namespace cudastripe {

bool SimulatedDevice::registerMemory(void* address, size_t sizeBytes)
{
    const HostRange range = HostRange::of(address, sizeBytes);
    {
        Lock lock(mutex_);
        countCall("registerMemory");
        if (pageLockedMemory_.owns(address) || pageLockedMemory_.owns(static_cast<uchar*>(address) + sizeBytes - 1))
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
    findings_.push_back("memory was unregistered that is not registered");
}

// The memory goes back to its owner, as if the host wrote it: whatever uses it must be known to have ended.
void SimulatedDevice::loses(const HostRange& range)
{
    if (params_.dry || !alive_)
        return;
    Lock lock(mutex_);
    PlaneView view;
    view.base = static_cast<uchar*>(range.address());
    view.step = view.rowBytes = static_cast<int64>(range.sizeBytes());
    host_.advance(kHostActor);
    note({view, 1, true, kHostActor, "unregister"}, host_);
    if (!quiet())
        finish();  // as CUDA does
}

void SimulatedDevice::checkRegistered(const MemoryAccess& access)
{
    if (deviceMemory_.owns(access.view.base) || pageLockedMemory_.owns(access.view.base) ||
        managedMemory_.owns(access.view.base))
        return;
    const HostRange range = HostRange::of(access.view.base, static_cast<size_t>(spanBytes(access.view, access.rows)));
    const String wrong = registrations_->wrongWith(range);
    if (!wrong.empty())
        findings_.push_back(access.what + " " + wrong);
}

}}  // namespace cv::cudastripe
