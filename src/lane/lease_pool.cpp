// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "lease_pool.hpp"

#include <algorithm>

namespace cv { namespace cudastripe {
namespace {

bool fits(const Lease& lease, const LeaseRequest& request)
{
    return lease.deviceMemory.sizeBytes() >= request.deviceBytes &&
           lease.stagingMemory.sizeBytes() >= request.stagingBytes;
}

size_t heldBytes(const Lease& lease)
{
    return lease.deviceMemory.sizeBytes() + lease.stagingMemory.sizeBytes();
}

}  // namespace

LeasePool::~LeasePool()
{
    for (const auto& lease : free_)
        lease->drain();
}

LeasePool::Loan LeasePool::acquire(const LeaseRequest& request)
{
    std::lock_guard<std::mutex> lock(mutex_);
    Lease* lease = takeFree(request, false);
    while (!lease) {
        lease = make(request);
        // Idle leases that are too small stand in the way of one that fits.
        if (!lease && !dropIdle(request))
            break;
    }
    if (!lease)
        lease = takeFree(request, true);
    Loan loan(lease, GiveBack{this});
    if (lease)
        lease->provideSlots(request.slots);
    return loan;
}

Lease* LeasePool::takeFree(const LeaseRequest& request, bool inFlightToo)
{
    Leases::iterator best = free_.end();
    for (auto it = free_.begin(); it != free_.end(); ++it) {
        const bool better = best == free_.end() || heldBytes(**it) < heldBytes(**best);
        if (fits(**it, request) && better && (inFlightToo || (*it)->idle()))
            best = it;
    }
    if (best == free_.end())
        return nullptr;
    lent_.splice(lent_.end(), free_, best);
    return lent_.back().get();
}

Lease* LeasePool::make(const LeaseRequest& request)
{
    const StriperUsage usage = held();
    if (usage.deviceBytes + request.deviceBytes > deviceLimitBytes_ ||
        usage.stagingBytes + request.stagingBytes > stagingLimitBytes_)
        return nullptr;
    OwnedMemory deviceMemory(device_, OwnedMemory::OnDevice, request.deviceBytes);
    OwnedMemory stagingMemory(device_, OwnedMemory::PageLocked, request.stagingBytes);
    if (deviceMemory.sizeBytes() < request.deviceBytes || stagingMemory.sizeBytes() < request.stagingBytes)
        return nullptr;
    auto lease = std::make_unique<Lease>(device_);
    lease->deviceMemory = std::move(deviceMemory);
    lease->stagingMemory = std::move(stagingMemory);
    lent_.push_back(std::move(lease));
    return lent_.back().get();
}

bool LeasePool::dropIdle(const LeaseRequest& request)
{
    const auto unfit = std::find_if(free_.begin(), free_.end(), [&](const std::unique_ptr<Lease>& lease) {
        return heldBytes(*lease) > 0 && !fits(*lease, request) && lease->idle();
    });
    if (unfit == free_.end())
        return false;
    free_.erase(unfit);
    return true;
}

StriperUsage LeasePool::held() const
{
    StriperUsage usage;
    for (const Leases* leases : {&free_, &lent_}) {
        for (const auto& lease : *leases) {
            ++usage.leases;
            usage.deviceBytes += lease->deviceMemory.sizeBytes();
            usage.stagingBytes += lease->stagingMemory.sizeBytes();
        }
    }
    return usage;
}

void LeasePool::addTo(StriperUsage& usage)
{
    std::lock_guard<std::mutex> lock(mutex_);
    const StriperUsage own = held();
    usage.leases += own.leases;
    usage.deviceBytes += own.deviceBytes;
    usage.stagingBytes += own.stagingBytes;
    usage.created += device_.created();
}

void LeasePool::giveBack(Lease* lease) noexcept
{
    std::lock_guard<std::mutex> lock(mutex_);
    const auto it = std::find_if(lent_.begin(), lent_.end(),
                                 [&](const std::unique_ptr<Lease>& lent) { return lent.get() == lease; });
    free_.splice(free_.end(), lent_, it);
}

}}  // namespace cv::cudastripe
