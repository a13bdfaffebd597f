// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Calls whose kernels work on memory where it lies.

#pragma once

#include <optional>

#include "../claims.hpp"
#include "../open_call.hpp"

namespace cv { namespace cudastripe {

//! Enqueues kernels in the caller's own stream, since there is nothing to overlap. After a failure nothing is left in
//! flight.
CV_EXPORTS void enqueueInCallersStream(const OpenCall& call, Device& device);

//! Kernels on a stream of a lease. No slots, ring or lane: setting them up takes as long as a small image. One thread
//! at a time.
class DirectCall
{
public:
    //! Leases a stream and orders it behind the caller's earlier work.
    DirectCall(const OpenCall& call, DeviceEntry& entry);
    //! Waits for whatever is in flight, after a failure.
    ~DirectCall();

    //! Enqueues kernels for `units` units, or for those that are left if fewer, then records the event of their end.
    void launch(Claims& claims, int64 units);
    bool done() { return device().passed(lease_->ended); }
    void wait();

    //! The event behind the caller's earlier work; none if that is complete.
    const std::optional<EventId>& before() const { return before_; }
    Device& device() const { return lease_->device; }

private:
    StreamId stream() const { return lease_->streams[kStream]; }

    static constexpr int kStream = 1;  // the lease's stream for kernels

    const OpenCall& call_;
    const LeasePool::Loan lease_;
    EventPool::Loan inDefaultStream_;  // keeps `before_` if no stream is given
    std::optional<EventId> before_;
    int launched_ = 0;
    bool ended_ = false;  // wait() saw the end
};

//! Limits how many threads of a kernel that writes across the bus run at once, since many reads would delay its
//! writes: see BusThrottle. A kernel that only reads needs all threads.
inline void limitOnBus(KernelRef& kernel, bool reads, bool writes)
{
    kernel.setAcrossBus(reads && writes, writes);
}

}}  // namespace cv::cudastripe
