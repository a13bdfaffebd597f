// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <vector>

#include "earlier_work.hpp"
#include "call/lane_work.hpp"
#include "claims.hpp"
#include "stage_issuer.hpp"

namespace cv { namespace cudastripe {

/** @brief Sends stripes through one device: claims them, has their stages issued through a ring of slots, and stages
them in page-locked memory where the stages say so.

Any number of threads may call step(); none ever waits for another. */
class CudaLane
{
public:
    CudaLane(const OpenCall& call, DeviceEntry& entry, const LaneWork& work, LeasePool::Loan lease, Claims& claims);

    const LaneWork& work() const { return work_; }
    Device& device() const { return device_; }

    //! Orders all stripes behind the caller's earlier work and behind earlier calls.
    void start(EarlierWork& earlier);
    //! The caller's earlier work is complete; none if it was when the lane started.
    const std::optional<EventId>& before() const { return before_; }

    //! Takes one step, such as enqueueing a stripe or staging one; false if there is nothing to do right now.
    bool step();

    //! Units that it has claimed.
    int64 units() const { return units_; }
    //! True if all claimed stripes are enqueued and, if the lane is polled, complete.
    bool finished() const { return claims_.empty() && claimed_ == completed_; }

    //! Marks the end of the call in the streams, and orders the caller's behind it; when nothing is left to claim.
    void close();
    //! Waits for the end that close() marked.
    void wait();
    //! Waits for whatever is in flight, after a failure.
    void drain() noexcept { lease_->drain(); }

private:
    enum class State
    {
        Free,
        StagingIn,
        Ready,   // to be issued
        Issued,  // and so it stays if a call fails: its events no longer tell what is in flight
        InFlight,
        Landed,
        StagingOut,
    };

    static constexpr int kNobody = -1, kAnyone = -2;

    struct Slot
    {
        std::atomic<State> state{State::Free};
        std::atomic<int64> turn{0};       // of the claims of this lane, counted from 1
        std::atomic<int> owner{kNobody};  // where slots go alone, the thread in whose caches it lies
        StripeInSlot stripe;
    };

    bool stepOnSlot();
    bool fillOne(int owner);
    bool finishOne(int owner);
    Slot* take(State state, State next, int owner);
    Slot* oldest(State state);
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
    std::vector<const StripeInSlot*> round_;  // that is being issued
    std::atomic<int64> claimed_{0};           // also the turn of the latest claim
    std::atomic<int64> completed_{0};
    std::atomic<int64> units_{0};
    std::optional<EventId> before_;
    bool closed_ = false;  // something was issued, whose end is marked
};

}}  // namespace cv::cudastripe
