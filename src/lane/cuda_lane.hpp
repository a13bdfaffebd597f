// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The lane of a GPU.

#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <vector>

#include "claims.hpp"
#include "lane_work.hpp"
#include "stage_issuer.hpp"

namespace cv { namespace cudastripe {

//! Claims stripes, issues their stages through a ring of slots, and stages pageable memory. Any number of threads may
//! call step(); none waits for another.
class CudaLane
{
public:
    CudaLane(const OpenCall& call, DeviceEntry& entry, const LaneWork& work, LeasePool::Loan lease, Claims& claims);

    const LaneWork& work() const { return work_; }
    Device& device() const { return device_; }

    //! Orders all stripes behind the caller's earlier work and earlier calls.
    void start();
    //! The event behind the caller's earlier work; none if that was complete at the start.
    const std::optional<EventId>& before() const { return before_; }

    //! Enqueues a stripe, stages one, or the like; false if there is nothing to do right now.
    bool step();

    //! Units that were claimed.
    int64 units() const { return units_; }
    //! True if all claimed stripes are enqueued and, if the lane is polled, complete.
    bool finished() const { return claims_.empty() && claimed_ == completed_; }

    //! Records the end of the call, and orders the caller's stream behind it. After the last claim.
    void close();
    //! Waits for the end that close() recorded.
    void wait();
    //! Waits for whatever is in flight, after a failure.
    void drain() noexcept { lease_->drain(); }

private:
    enum class State
    {
        Free,
        StagingIn,
        Ready,   // to be issued
        Issued,  // a thread is issuing or finishing it; it stays so if that fails
        InFlight,
        Landed,  // to be staged out
        StagingOut,
    };

    static constexpr int kNobody = -1, kAnyone = -2;

    struct Slot
    {
        std::atomic<State> state{State::Free};
        std::atomic<int64> turn{0};       // number of its claim in this lane, from 1
        std::atomic<int> owner{kNobody};  // if threads keep slots: the thread whose cache has it
        StripeInSlot stripe;
    };

    bool stepOnSlot();
    bool fillOne(int owner);
    bool finishOne(int owner);
    Slot* take(State state, State next, int owner);
    Slot* oldest(State state, int owner = kAnyone);
    int64 count(State state) const;
    void retire();
    bool issueReady();
    int64 wantedUnits() const;
    bool claimNext(Slot& slot);
    void stageIn(const StripeInSlot& stripe);
    void stageOut(const StripeInSlot& stripe);

    const OpenCall& call_;
    DeviceEntry& entry_;
    const LaneWork work_;
    const LeasePool::Loan lease_;
    Claims& claims_;
    Device& device_;
    StageIssuer issuer_;
    std::mutex mutex_;
    std::vector<Slot> slots_;
    std::vector<const StripeInSlot*> round_;  // being issued
    std::atomic<int64> claimed_{0};           // also the turn of the latest claim
    std::atomic<int64> completed_{0};
    std::atomic<int64> units_{0};
    EventPool::Loan inDefaultStream_;  // keeps `before_` if no stream is given
    std::optional<EventId> before_;
    bool closed_ = false;  // close() recorded an end
};

}}  // namespace cv::cudastripe
