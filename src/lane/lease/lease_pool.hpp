// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <functional>
#include <list>
#include <memory>
#include <mutex>

#include "lease.hpp"
#include "memory_budget.hpp"
#include "opencv2/cudastripe/striper.hpp"

namespace cv { namespace cudastripe {

//! What a call asks for.
struct LeaseRequest
{
    int streams = 0;
    int slots = 0;
    size_t deviceBytes = 0;        //!< of all slots together
    size_t stagingBytes = 0;       //!< of all slots together
    std::uint64_t caller = 0;      //!< the identity of the caller's stream; 0 if there is none
    const void* frames = nullptr;  //!< the frame chain that keeps a lease from one call to the next, if there is one
};

/** @brief The leases of one device: lends them, takes them back, and keeps their memory below a limit.

Any number of threads. The lock guards lists and numbers: the device is asked and memory is allocated without it. */
class LeasePool
{
public:
    struct GiveBack
    {
        LeasePool* pool;
        void operator()(Lease* lease) const noexcept { pool->giveBack(lease); }
    };
    //! A lease on loan; goes back at the end.
    using Loan = std::unique_ptr<Lease, GiveBack>;

    LeasePool(Device& device, size_t deviceLimitBytes, size_t stagingLimitBytes)
        : device_(device), budgets_{MemoryBudget(deviceLimitBytes), MemoryBudget(stagingLimitBytes)}
    {
    }
    ~LeasePool();

    /** @brief Lends a lease that fits. In the order of preference: the one that is kept for the frames; one that is
    still busy with an earlier call of the same stream; an idle one, which gets more memory if it has too little; a new
    one; and where there are many, or memory is short, any busy one. Null if none can be had with so much memory; never
    for a request without memory. */
    Loan acquire(const LeaseRequest& request);
    //! Keeps no lease for these frames any more.
    void disown(const void* frames) noexcept;

    //! True if calls of other threads, or on other streams than this one, have something left to do in a
    //! lease, which kernels alone do not take.
    bool othersInFlight(std::uint64_t caller);

    void addTo(StriperUsage& usage);

private:
    using Leases = std::list<std::unique_ptr<Lease>>;
    using Wanted = std::function<bool(const Lease&)>;
    using Better = std::function<bool(const Lease&, const Lease&)>;

    Loan nothing() { return Loan(nullptr, GiveBack{this}); }
    Leases::iterator best(const Wanted& wanted, const Better& better);
    Loan lend(Leases::iterator lease);
    Loan take(const Wanted& wanted);
    Loan takeIdle(const Wanted& wanted, const Better& better);
    Loan takeBehind(const LeaseRequest& request);
    Loan takeIdle(const LeaseRequest& request);
    Loan takeInFlight(const LeaseRequest& request);
    Loan makeNew(size_t most);
    bool provideMemory(Lease& lease, const LeaseRequest& request);
    bool provide(Lease& lease, OwnedMemory::Place place, size_t neededBytes);
    bool reserve(Lease& lease, OwnedMemory::Place place, size_t neededBytes);
    bool dropIdle(OwnedMemory::Place place);
    void uncount(Lease& lease, OwnedMemory::Place place);
    void giveBack(Lease* lease) noexcept;

    Device& device_;
    std::mutex mutex_;
    MemoryBudget budgets_[2];  // by OwnedMemory::Place
    Leases free_;
    Leases lent_;
};

}}  // namespace cv::cudastripe
