// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "lease_pool.hpp"

#include <algorithm>

namespace cv { namespace cudastripe {
namespace {

constexpr size_t kManyLeases = 32;  // rather than make more, calls queue behind one another
constexpr std::chrono::seconds kShortageLasts(1);

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

size_t LeasePool::Limit::bytes()
{
    if (std::chrono::steady_clock::now() - lowered_ > kShortageLasts)
        now_ = given_;
    return now_;
}

void LeasePool::Limit::lowerTo(size_t bytes)
{
    now_ = bytes;
    lowered_ = std::chrono::steady_clock::now();
}

LeasePool::~LeasePool()
{
    for (const auto& lease : free_)
        lease->drain();
}

LeasePool::Loan LeasePool::acquire(const LeaseRequest& request)
{
    std::lock_guard<std::recursive_mutex> lock(mutex_);
    Loan loan(takeOverlapping(request), GiveBack{this});
    const bool follows = loan != nullptr;
    if (request.trail)
        forgetTrails(request.trail.stream);  // the next call looks back at this one only
    if (!loan)
        loan.reset(takeBehind(request));
    if (!loan)
        loan.reset(takeIdle(request));
    if (!loan && free_.size() + lent_.size() >= kManyLeases)
        loan.reset(takeInFlight(request));
    if (!loan) {
        free_.push_front(std::make_unique<Lease>(device_));
        loan.reset(lend(free_.begin()));
    }
    if (!provideMemory(*loan, request)) {
        loan.reset();
        loan.reset(takeInFlight(request));
    }
    if (loan) {
        loan->provide(request.streams, request.slots);
        loan->follows = follows;
        loan->caller = request.caller;
        loan->trail = request.trail;
    }
    return loan;
}

Lease* LeasePool::takeOverlapping(const LeaseRequest& request)
{
    if (!request.trail)
        return nullptr;
    const auto found = std::find_if(free_.begin(), free_.end(), [&](const std::unique_ptr<Lease>& lease) {
        return !lease->lost && fits(*lease, request) && lease->trail.mayOverlap(request.trail);
    });
    return found == free_.end() ? nullptr : lend(found);
}

// Many calls on one stream need no more than one lease.
Lease* LeasePool::takeBehind(const LeaseRequest& request)
{
    if (!request.caller)
        return nullptr;
    const auto found = std::find_if(free_.begin(), free_.end(), [&](const std::unique_ptr<Lease>& lease) {
        return lease->caller == request.caller && !lease->lost && fits(*lease, request) && !lease->idle();
    });
    return found == free_.end() ? nullptr : lend(found);
}

void LeasePool::forgetTrails(const void* stream)
{
    std::lock_guard<std::recursive_mutex> lock(mutex_);
    for (Leases* leases : {&free_, &lent_}) {
        for (const auto& lease : *leases) {
            if (lease->trail.stream == stream)
                lease->trail = CallTrail();
        }
    }
}

bool LeasePool::othersInFlight(const void* caller)
{
    std::lock_guard<std::recursive_mutex> lock(mutex_);
    return !lent_.empty() || std::any_of(free_.begin(), free_.end(), [&](const std::unique_ptr<Lease>& lease) {
        return lease->caller != caller && lease->inFlight && !lease->idle();
    });
}

// The smallest that fits; if none does, the largest, since it has the least to gain.
Lease* LeasePool::takeIdle(const LeaseRequest& request)
{
    const auto better = [&](const Lease& a, const Lease& b) {
        if (fits(a, request) != fits(b, request))
            return fits(a, request);
        return fits(a, request) ? heldBytes(a) < heldBytes(b) : heldBytes(a) > heldBytes(b);
    };
    auto best = free_.end();
    for (auto it = free_.begin(); it != free_.end(); ++it) {
        if ((*it)->idle() && (best == free_.end() || better(**it, **best)))
            best = it;
    }
    return best == free_.end() ? nullptr : lend(best);
}

Lease* LeasePool::takeInFlight(const LeaseRequest& request)
{
    const auto found = std::find_if(free_.begin(), free_.end(), [&](const std::unique_ptr<Lease>& lease) {
        return !lease->lost && fits(*lease, request);
    });
    return found == free_.end() ? nullptr : lend(found);
}

Lease* LeasePool::lend(Leases::iterator lease)
{
    lent_.splice(lent_.end(), free_, lease);
    return lent_.back().get();
}

bool LeasePool::provideMemory(Lease& lease, const LeaseRequest& request)
{
    return provide(lease.deviceMemory, OwnedMemory::OnDevice, request.deviceBytes) &&
           provide(lease.stagingMemory, OwnedMemory::PageLocked, request.stagingBytes);
}

bool LeasePool::provide(OwnedMemory& memory, OwnedMemory::Place place, size_t neededBytes)
{
    if (memory.sizeBytes() >= neededBytes)
        return true;
    Limit& limit = place == OwnedMemory::OnDevice ? deviceLimit_ : stagingLimit_;
    const size_t limitBytes = limit.bytes();
    if (lentBytes(place) - memory.sizeBytes() + neededBytes > limitBytes)
        return false;
    memory = OwnedMemory();
    // What other leases only keep for later gives way to a call that needs it now.
    const auto heldBytes = [&] { return place == OwnedMemory::OnDevice ? held().deviceBytes : held().stagingBytes; };
    while (heldBytes() + neededBytes > limitBytes) {
        if (!dropIdle())
            return false;
    }
    do
        memory = OwnedMemory(device_, place, neededBytes);
    while (memory.sizeBytes() < neededBytes && dropIdle());
    if (memory.sizeBytes() < neededBytes)
        limit.lowerTo(heldBytes() + neededBytes - 1);
    return memory.sizeBytes() >= neededBytes;
}

bool LeasePool::dropIdle()
{
    const auto idle =
        std::find_if(free_.begin(), free_.end(), [](const std::unique_ptr<Lease>& lease) { return lease->idle(); });
    if (idle == free_.end())
        return false;
    free_.erase(idle);
    return true;
}

size_t LeasePool::lentBytes(OwnedMemory::Place place) const
{
    size_t bytes = 0;
    for (const auto& lease : lent_)
        bytes += (place == OwnedMemory::OnDevice ? lease->deviceMemory : lease->stagingMemory).sizeBytes();
    return bytes;
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
    std::lock_guard<std::recursive_mutex> lock(mutex_);
    const StriperUsage own = held();
    usage.leases += own.leases;
    usage.deviceBytes += own.deviceBytes;
    usage.stagingBytes += own.stagingBytes;
    usage.created += device_.created();
}

void LeasePool::giveBack(Lease* lease) noexcept
{
    std::lock_guard<std::recursive_mutex> lock(mutex_);
    const auto it = std::find_if(lent_.begin(), lent_.end(),
                                 [&](const std::unique_ptr<Lease>& lent) { return lent.get() == lease; });
    free_.splice(free_.end(), lent_, it);
}

}}  // namespace cv::cudastripe
