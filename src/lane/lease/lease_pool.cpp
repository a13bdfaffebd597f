// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The leases of one device.

#include "lease_pool.hpp"

#include <algorithm>

namespace cv { namespace cudastripe {
namespace {

constexpr size_t kManyLeases = 32;  // with so many, calls queue behind one another if they can

}  // namespace

LeasePool::~LeasePool()
{
    for (Lease& lease : leases_) {
        lease.drain();
        try {
            // Kernels in a caller's stream may use its memory.
            if (lease.inFlight && !lease.lost && device_.alive())
                waitFor(device_, lease.done);
        } catch (const cv::Exception&) {
            lease.lost = true;
        }
    }
}

LeasePool::Loan LeasePool::acquire(const LeaseRequest& request)
{
    Loan loan = takeBehind(request);
    if (!loan)
        loan = takeIdle(request);
    if (!loan)
        loan = makeNew(kManyLeases);
    if (!loan)
        loan = takeInFlight(request);
    if (!loan)
        loan = makeNew(SIZE_MAX);
    if (loan && !(provide(*loan, OwnedMemory::OnDevice, request.deviceBytes) &&
                  provide(*loan, OwnedMemory::PageLocked, request.stagingBytes))) {
        loan.reset();
        loan = takeInFlight(request);
    }
    if (loan) {
        loan->provide(request.streams, request.slots);
        loan->caller = request.caller;
        loan->usesLink = true;
    }
    return loan;
}

Lease* LeasePool::best(const Wanted& wanted, const Better& better)
{
    Lease* found = nullptr;
    for (Lease& lease : leases_) {
        if (!lease.lent && !lease.lost && wanted(lease) && (!found || (better && better(lease, *found))))
            found = &lease;
    }
    return found;
}

LeasePool::Loan LeasePool::lend(Lease& lease)
{
    lease.lent = true;
    ++lease.uses;
    return Loan(&lease, Return{this});
}

LeasePool::Loan LeasePool::take(const Wanted& wanted)
{
    std::lock_guard<std::mutex> lock(mutex_);
    Lease* const found = best(wanted, nullptr);
    return found ? lend(*found) : Loan();
}

// Polls the device without the lock. Meanwhile another call may borrow the lease, but nobody destroys it.
LeasePool::Loan LeasePool::takeIdle(const Wanted& wanted, const Better& better)
{
    std::vector<const Lease*> busy;
    const auto stillWanted = [&](const Lease& lease) {
        return std::find(busy.begin(), busy.end(), &lease) == busy.end() && wanted(lease);
    };
    std::unique_lock<std::mutex> lock(mutex_);
    while (Lease* const lease = best(stillWanted, better)) {
        if (!lease->inFlight)
            return lend(*lease);
        const std::uint64_t uses = lease->uses;
        lock.unlock();
        const bool passed = device_.passed(lease->done);
        lock.lock();
        if (passed && lease->uses == uses)
            lease->inFlight = false;
        else
            busy.push_back(lease);
    }
    return Loan();
}

// The lease of the frame before, if no other call has had it since; else a lease in flight on the same stream, so that
// many calls on one stream need only one lease.
LeasePool::Loan LeasePool::takeBehind(const LeaseRequest& request)
{
    if (Loan again = take([&](const Lease& lease) {
            return &lease == request.previous && lease.uses == request.previousUses && lease.fits(request);
        }))
        return again;
    if (request.caller == 0)
        return Loan();
    return take(
        [&](const Lease& lease) { return lease.caller == request.caller && lease.inFlight && lease.fits(request); });
}

// The smallest idle lease that fits; if none fits, the largest one, since it has to grow least.
LeasePool::Loan LeasePool::takeIdle(const LeaseRequest& request)
{
    return takeIdle([](const Lease&) { return true; },
                    [&](const Lease& a, const Lease& b) {
                        if (a.fits(request) != b.fits(request))
                            return a.fits(request);
                        return a.fits(request) ? a.heldBytes() < b.heldBytes() : a.heldBytes() > b.heldBytes();
                    });
}

LeasePool::Loan LeasePool::takeInFlight(const LeaseRequest& request)
{
    return take([&](const Lease& lease) { return lease.fits(request); });
}

LeasePool::Loan LeasePool::makeNew(size_t most)
{
    {
        std::lock_guard<std::mutex> lock(mutex_);
        if (leases_.size() >= most)
            return Loan();
    }
    std::list<Lease> made;
    made.emplace_back(device_);
    std::lock_guard<std::mutex> lock(mutex_);
    leases_.splice(leases_.end(), made);
    return lend(leases_.back());
}

bool LeasePool::othersInFlight(std::uint64_t caller)
{
    {
        std::lock_guard<std::mutex> lock(mutex_);
        if (std::any_of(leases_.begin(), leases_.end(), [](const Lease& lease) { return lease.lent; }))
            return true;
    }
    const auto ofOthers = [&](const Lease& lease) {
        return lease.caller != caller && lease.inFlight && lease.usesLink;
    };
    static_cast<void>(takeIdle(ofOthers, nullptr));  // updates inFlight
    std::lock_guard<std::mutex> lock(mutex_);
    return best(ofOthers, nullptr) != nullptr;
}

// Takes memory from idle leases if there is not enough.
bool LeasePool::provide(Lease& lease, OwnedMemory::Place place, size_t neededBytes)
{
    OwnedMemory& memory = lease.memory(place);
    if (memory.sizeBytes() >= neededBytes)
        return true;
    if (!reserve(lease, place, neededBytes))
        return false;
    memory = OwnedMemory();
    do
        memory = OwnedMemory(device_, place, neededBytes);
    while (memory.sizeBytes() < neededBytes && dropIdle(place));
    if (memory.sizeBytes() >= neededBytes)
        return true;
    std::lock_guard<std::mutex> lock(mutex_);
    budgets_[place].lowerBelow(countedBytes(place, false));
    lease.countedBytes[place] = 0;
    return false;
}

// Counts the lease's new bytes instead of the old ones; false if the limit does not allow it.
bool LeasePool::reserve(Lease& lease, OwnedMemory::Place place, size_t neededBytes)
{
    std::unique_lock<std::mutex> lock(mutex_);
    const size_t previous = lease.countedBytes[place];
    while (!budgets_[place].allows(countedBytes(place, false) - previous + neededBytes)) {
        const bool enoughIsIdle = budgets_[place].allows(countedBytes(place, true) - previous + neededBytes);
        lock.unlock();
        if (!enoughIsIdle || !dropIdle(place))
            return false;
        lock.lock();
    }
    lease.countedBytes[place] = neededBytes;
    return true;
}

bool LeasePool::dropIdle(OwnedMemory::Place place)
{
    const Loan idle = takeIdle([place](const Lease& lease) { return lease.countedBytes[place] > 0; }, nullptr);
    if (!idle)
        return false;
    idle->memory(place) = OwnedMemory();
    std::lock_guard<std::mutex> lock(mutex_);
    idle->countedBytes[place] = 0;
    return true;
}

size_t LeasePool::countedBytes(OwnedMemory::Place place, bool onlyLent) const
{
    size_t bytes = 0;
    for (const Lease& lease : leases_)
        bytes += onlyLent && !lease.lent ? 0 : lease.countedBytes[place];
    return bytes;
}

void LeasePool::addTo(StriperUsage& usage)
{
    std::lock_guard<std::mutex> lock(mutex_);
    usage.leases += static_cast<int>(leases_.size());
    usage.deviceBytes += countedBytes(OwnedMemory::OnDevice, false);
    usage.stagingBytes += countedBytes(OwnedMemory::PageLocked, false);
    usage.created += device_.created();
}

void LeasePool::takeBack(Lease* lease) noexcept
{
    std::lock_guard<std::mutex> lock(mutex_);
    lease->lent = false;
    const auto it = std::find_if(leases_.begin(), leases_.end(), [&](const Lease& other) { return &other == lease; });
    leases_.splice(leases_.end(), leases_, it);
}

}}  // namespace cv::cudastripe
