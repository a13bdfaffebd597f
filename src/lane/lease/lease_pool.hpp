// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The leases of one device.

#pragma once

#include <functional>
#include <list>
#include <memory>
#include <mutex>

#include "lease.hpp"
#include "memory_budget.hpp"
#include "opencv2/cudastripe/striper.hpp"

namespace cv { namespace cudastripe {

//! Lends leases, and keeps their memory below a limit. Any number of threads. The lock guards only lists and numbers:
//! devices are polled and memory is allocated without it.
class CV_EXPORTS LeasePool
{
public:
    struct Return
    {
        LeasePool* pool = nullptr;
        void operator()(Lease* lease) const noexcept { pool->takeBack(lease); }
    };
    using Loan = std::unique_ptr<Lease, Return>;

    LeasePool(Device& device, size_t deviceLimitBytes, size_t stagingLimitBytes)
        : device_(device), budgets_{MemoryBudget(deviceLimitBytes), MemoryBudget(stagingLimitBytes)}
    {
    }
    ~LeasePool();

    //! Lends a lease, in order of preference: the lease of the frame before; one in flight on the same stream; an idle
    //! one, which gets more memory if needed; a new one. If there are many leases or memory is short, it lends any that
    //! is in flight and large enough. Null if there is not enough memory; never for a request of 0 bytes.
    Loan acquire(const LeaseRequest& request);

    //! True if other calls are in flight: of other threads, or on other streams. Calls without a lease do not count.
    bool othersInFlight(std::uint64_t caller);

    void addTo(StriperUsage& usage);

private:
    using Wanted = std::function<bool(const Lease&)>;
    using Better = std::function<bool(const Lease&, const Lease&)>;

    Lease* best(const Wanted& wanted, const Better& better);
    Loan lend(Lease& lease);
    Loan take(const Wanted& wanted);
    Loan takeIdle(const Wanted& wanted, const Better& better);
    Loan takeBehind(const LeaseRequest& request);
    Loan takeIdle(const LeaseRequest& request);
    Loan takeInFlight(const LeaseRequest& request);
    Loan makeNew(size_t most);
    bool provide(Lease& lease, OwnedMemory::Place place, size_t neededBytes);
    bool reserve(Lease& lease, OwnedMemory::Place place, size_t neededBytes);
    bool dropIdle(OwnedMemory::Place place);
    size_t countedBytes(OwnedMemory::Place place, bool onlyLent) const;
    void takeBack(Lease* lease) noexcept;

    Device& device_;
    std::mutex mutex_;
    MemoryBudget budgets_[2];  // by OwnedMemory::Place
    std::list<Lease> leases_;  // those that came back last are at the end
};

}}  // namespace cv::cudastripe
