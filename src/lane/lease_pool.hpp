// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_LEASE_POOL_HPP
#define OPENCV_CUDASTRIPE_LEASE_POOL_HPP

#include <chrono>
#include <list>
#include <memory>
#include <mutex>

#include "lease.hpp"
#include "opencv2/cudastripe/striper.hpp"

namespace cv { namespace cudastripe {

//! What a call asks for.
struct LeaseRequest
{
    int streams = 0;
    int slots = 0;
    size_t deviceBytes = 0;        //!< of all slots together
    size_t stagingBytes = 0;       //!< of all slots together
    const void* caller = nullptr;  //!< the caller's stream, if there is one
    CallTrail trail;               //!< of a call that may overlap with the one before it on its stream
};

/** @brief The leases of one device: lends them, takes them back, and keeps their memory below a limit. */
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
        : device_(device), deviceLimit_(deviceLimitBytes), stagingLimit_(stagingLimitBytes)
    {
    }
    ~LeasePool();

    /** @brief Lends a lease that fits: that of the call before if the request has a trail and both may overlap, an idle
    one, with more memory if it has too little, else a new one; at the memory limit one behind whose work the call then
    queues. Null if none can be had with so much memory. */
    Loan acquire(const LeaseRequest& request);

    //! No later call may overlap with those before it on this stream.
    void forgetTrails(const void* stream);

    //! True if calls of other threads, or on other streams than this one, have something left to do in a
    //! lease, which kernels alone do not take.
    bool othersInFlight(const void* caller);

    void addTo(StriperUsage& usage);

private:
    using Leases = std::list<std::unique_ptr<Lease>>;

    //! Lowered for a while when the device has less, so that not every call tries again.
    class Limit
    {
    public:
        explicit Limit(size_t bytes) : given_(bytes), now_(bytes) {}
        size_t bytes();
        void lowerTo(size_t bytes);

    private:
        const size_t given_;
        size_t now_;
        std::chrono::steady_clock::time_point lowered_;
    };

    Lease* takeOverlapping(const LeaseRequest& request);
    Lease* takeBehind(const LeaseRequest& request);
    Lease* takeIdle(const LeaseRequest& request);
    Lease* takeInFlight(const LeaseRequest& request);
    Lease* lend(Leases::iterator lease);
    bool provideMemory(Lease& lease, const LeaseRequest& request);
    bool provide(OwnedMemory& memory, OwnedMemory::Place place, size_t neededBytes);
    bool dropIdle();
    size_t lentBytes(OwnedMemory::Place place) const;
    StriperUsage held() const;
    void giveBack(Lease* lease) noexcept;

    Device& device_;
    Limit deviceLimit_;
    Limit stagingLimit_;
    std::recursive_mutex mutex_;  // acquire() gives back what turns out not to fit
    Leases free_;
    Leases lent_;
};

}}  // namespace cv::cudastripe

#endif
