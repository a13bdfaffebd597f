// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <optional>

#include "../claims.hpp"
#include "../earlier_work.hpp"
#include "open_call.hpp"

namespace cv { namespace cudastripe {

//! Enqueues kernels on memory where it lies, in the caller's own stream: where there is nothing to overlap. After a
//! failure nothing is left in flight.
CV_EXPORTS void enqueueInCallersStream(const OpenCall& call, Device& device);

/** @brief The device's part of a call whose kernels work on all memory where it lies: no slots, no ring, no lane. For
small images each of those costs as much as the driver does.

Used by one thread. After a failure nothing is left in flight. */
class DirectCall
{
public:
    //! Leases a stream and orders it behind the caller's earlier work.
    DirectCall(const OpenCall& call, DeviceEntry& entry, EarlierWork& earlier);

    //! Enqueues the kernels of so many units, at most those that are left, and the event of their end.
    void launch(Claims& claims, int64 units);
    //! True if there was anything to enqueue.
    bool launched() const { return launched_ > 0; }
    //! True if they are complete.
    bool done() { return device().passed(lease_->ended); }
    //! Waits until they are complete.
    void wait();
    //! Waits for whatever is in flight, after a failure.
    void drain() noexcept { lease_->drain(); }

    //! The caller's earlier work is complete; none if it is.
    const std::optional<EventId>& before() const { return before_; }
    Device& device() const { return lease_->device; }

private:
    StreamId stream() const { return lease_->streams[kStream]; }

    static constexpr int kStream = 1;  // of a lease's: the one that runs kernels in other calls, too

    const OpenCall& call_;
    const LeasePool::Loan lease_;
    std::optional<EventId> before_;
    int launched_ = 0;
};

}}  // namespace cv::cudastripe
