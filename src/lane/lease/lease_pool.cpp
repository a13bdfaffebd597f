// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "lease_pool.hpp"

#include <algorithm>

namespace cv { namespace cudastripe {
namespace {

constexpr size_t kManyLeases = 32;  // rather than make more, calls queue behind one another if they can

bool fits(const Lease& lease, const LeaseRequest& request)
{
    return lease.fits(request.deviceBytes, request.stagingBytes);
}

}  // namespace

LeasePool::~LeasePool()
{
    for (const auto& lease : free_)
        lease->drain();
}

LeasePool::Loan LeasePool::acquire(const LeaseRequest& request)
{
    Loan loan = takeBehind(request);
    const bool kept = loan && request.frames;
    if (!loan)
        loan = takeIdle(request);
    if (!loan)
        loan = makeNew(kManyLeases);
    if (!loan)
        loan = takeInFlight(request);
    if (!loan)
        loan = makeNew(SIZE_MAX);
    if (loan && !provideMemory(*loan, request)) {
        loan.reset();
        loan = takeInFlight(request);
    }
    if (loan) {
        loan->provide(request.streams, request.slots);
        loan->caller = request.caller;
        loan->frames = request.frames;
        loan->follows = kept;
    }
    return loan;
}

void LeasePool::disown(const void* frames) noexcept
{
    std::lock_guard<std::mutex> lock(mutex_);
    for (const auto& lease : free_) {
        if (lease->frames == frames)
            lease->frames = nullptr;
    }
}

// Of the free leases that are wanted.
LeasePool::Leases::iterator LeasePool::best(const Wanted& wanted, const Better& better)
{
    auto found = free_.end();
    for (auto it = free_.begin(); it != free_.end(); ++it) {
        if (!(*it)->lost && wanted(**it) && (found == free_.end() || (better && better(**it, **found))))
            found = it;
    }
    return found;
}

LeasePool::Loan LeasePool::lend(Leases::iterator lease)
{
    lent_.splice(lent_.end(), free_, lease);
    Lease* const lent = lent_.back().get();
    ++lent->uses;
    for (int place = 0; place < 2; ++place)
        budgets_[place].lentBytes += lent->countedBytes[place];
    return Loan(lent, GiveBack{this});
}

LeasePool::Loan LeasePool::take(const Wanted& wanted)
{
    std::lock_guard<std::mutex> lock(mutex_);
    const auto found = best(wanted, nullptr);
    return found == free_.end() ? nothing() : lend(found);
}

// The lease that is asked about may be lent meanwhile, but not destroyed: no lease is while the pool is there.
LeasePool::Loan LeasePool::takeIdle(const Wanted& wanted, const Better& better)
{
    std::vector<const Lease*> busy;
    const auto stillWanted = [&](const Lease& lease) {
        return std::find(busy.begin(), busy.end(), &lease) == busy.end() && wanted(lease);
    };
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
        const auto found = best(stillWanted, better);
        if (found == free_.end())
            return nothing();
        Lease& lease = **found;
        if (!lease.inFlight)
            return lend(found);
        const std::uint64_t uses = lease.uses;
        lock.unlock();
        const bool passed = device_.passed(lease.done);
        lock.lock();
        if (passed && lease.uses == uses)
            lease.inFlight = false;
        else
            busy.push_back(&lease);
    }
}

// Many calls on one stream need no more than one lease.
LeasePool::Loan LeasePool::takeBehind(const LeaseRequest& request)
{
    if (request.frames) {
        Loan kept = take([&](const Lease& lease) { return lease.frames == request.frames && fits(lease, request); });
        if (!kept)
            disown(request.frames);
        return kept;
    }
    if (request.caller == 0)
        return nothing();
    return take([&](const Lease& lease) {
        return !lease.frames && lease.caller == request.caller && lease.inFlight && fits(lease, request);
    });
}

// The smallest that fits; if none does, the largest, since it has the least to gain.
LeasePool::Loan LeasePool::takeIdle(const LeaseRequest& request)
{
    return takeIdle([](const Lease& lease) { return !lease.frames; },
                    [&](const Lease& a, const Lease& b) {
                        if (fits(a, request) != fits(b, request))
                            return fits(a, request);
                        return fits(a, request) ? a.heldBytes() < b.heldBytes() : a.heldBytes() > b.heldBytes();
                    });
}

LeasePool::Loan LeasePool::takeInFlight(const LeaseRequest& request)
{
    return take([&](const Lease& lease) { return !lease.frames && fits(lease, request); });
}

LeasePool::Loan LeasePool::makeNew(size_t most)
{
    {
        std::lock_guard<std::mutex> lock(mutex_);
        if (free_.size() + lent_.size() >= most)
            return nothing();
    }
    Leases made;
    made.push_back(std::make_unique<Lease>(device_));
    std::lock_guard<std::mutex> lock(mutex_);
    lent_.splice(lent_.end(), made);
    return Loan(lent_.back().get(), GiveBack{this});
}

bool LeasePool::othersInFlight(std::uint64_t caller)
{
    {
        std::lock_guard<std::mutex> lock(mutex_);
        if (!lent_.empty())
            return true;
    }
    const auto ofOthers = [&](const Lease& lease) { return lease.caller != caller && lease.inFlight; };
    static_cast<void>(takeIdle(ofOthers, nullptr));  // asks, and lends none, since none that is wanted is idle
    std::lock_guard<std::mutex> lock(mutex_);
    return best(ofOthers, nullptr) != free_.end();
}

bool LeasePool::provideMemory(Lease& lease, const LeaseRequest& request)
{
    return provide(lease, OwnedMemory::OnDevice, request.deviceBytes) &&
           provide(lease, OwnedMemory::PageLocked, request.stagingBytes);
}

// What other leases only keep for later gives way to a call that needs it now.
bool LeasePool::provide(Lease& lease, OwnedMemory::Place place, size_t neededBytes)
{
    OwnedMemory& memory = place == OwnedMemory::OnDevice ? lease.deviceMemory : lease.stagingMemory;
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
    budgets_[place].lowerBelow(budgets_[place].heldBytes);
    uncount(lease, place);
    return false;
}

// Counts what the lease is to have instead of what it has; false if the limit does not allow it.
bool LeasePool::reserve(Lease& lease, OwnedMemory::Place place, size_t neededBytes)
{
    MemoryBudget& budget = budgets_[place];
    std::unique_lock<std::mutex> lock(mutex_);
    const size_t former = lease.countedBytes[place];
    while (!budget.allows(budget.heldBytes - former + neededBytes)) {
        const bool others = budget.allows(budget.lentBytes - former + neededBytes);
        lock.unlock();
        if (!others || !dropIdle(place))
            return false;
        lock.lock();
    }
    budget.heldBytes += neededBytes - former;
    budget.lentBytes += neededBytes - former;
    lease.countedBytes[place] = neededBytes;
    return true;
}

bool LeasePool::dropIdle(OwnedMemory::Place place)
{
    const Loan idle = takeIdle([place](const Lease& lease) { return lease.countedBytes[place] > 0; }, nullptr);
    if (!idle)
        return false;
    idle->frames = nullptr;  // meanwhile the frames may have found another one
    (place == OwnedMemory::OnDevice ? idle->deviceMemory : idle->stagingMemory) = OwnedMemory();
    std::lock_guard<std::mutex> lock(mutex_);
    uncount(*idle, place);
    return true;
}

void LeasePool::uncount(Lease& lease, OwnedMemory::Place place)
{
    budgets_[place].heldBytes -= lease.countedBytes[place];
    budgets_[place].lentBytes -= lease.countedBytes[place];
    lease.countedBytes[place] = 0;
}

void LeasePool::addTo(StriperUsage& usage)
{
    std::lock_guard<std::mutex> lock(mutex_);
    usage.leases += static_cast<int>(free_.size() + lent_.size());
    usage.deviceBytes += budgets_[OwnedMemory::OnDevice].heldBytes;
    usage.stagingBytes += budgets_[OwnedMemory::PageLocked].heldBytes;
    usage.created += device_.created();
}

void LeasePool::giveBack(Lease* lease) noexcept
{
    std::lock_guard<std::mutex> lock(mutex_);
    const auto it = std::find_if(lent_.begin(), lent_.end(),
                                 [&](const std::unique_ptr<Lease>& lent) { return lent.get() == lease; });
    for (int place = 0; place < 2; ++place)
        budgets_[place].lentBytes -= lease->countedBytes[place];
    free_.splice(free_.end(), lent_, it);
}

}}  // namespace cv::cudastripe
