// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The ring of slots through which a device does its part of a call.

#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <vector>

#include "../claims.hpp"
#include "../frame_footprint.hpp"
#include "shared_copies.hpp"
#include "stripe_path.hpp"

namespace cv { namespace cudastripe {

/** @brief Claims stripes, and takes each through the stages of the plan in a slot.

With dedicated streams, uploads, kernels and downloads have one stream each, and events order the stages of a slot. Else
a slot uses one stream, which orders its stages. Any number of threads may call step(); none waits for another. */
class Ring
{
public:
    //! @param previous the frame before if this one may overlap with it, else null
    Ring(const OpenCall& call, DeviceEntry& entry, Plan plan, LeasePool::Loan lease, Claims& claims,
         const FrameFootprint* previous);

    const Plan& plan() const { return plan_; }
    Device& device() const { return device_; }

    //! Orders all stripes behind the caller's earlier work and earlier calls.
    void start();
    //! The event behind the caller's earlier work; none if that was complete at the start.
    const std::optional<EventId>& before() const { return before_; }

    //! Enqueues a stripe, or copies from or to pageable memory; false if neither can be done now.
    bool step();
    //! Claims `units` units, enqueues them, and records their end. Replaces step() and end(). One thread at a time.
    void launch(int64 units);

    //! Units that were claimed.
    int64 units() const { return units_; }
    //! True if all claimed stripes are enqueued and, if the plan is polled, complete.
    bool finished() const { return claims_.empty() && claimed_ == completed_; }

    //! Records the end of the call, and orders the caller's stream behind it. After the last claim.
    void end();
    //! True if the device has passed the end.
    bool ended() { return device_.passed(endEvent()); }
    //! Waits for the end.
    void wait();
    //! Waits for whatever is in flight, after a failure.
    void drain() noexcept { lease_->drain(); }

    //! The slot after the last one that was filled.
    size_t nextSlot() const { return nextSlot_; }

private:
    enum class State
    {
        Free,
        Filling,  // a thread claims units, and threads copy them in
        Ready,    // waits to be issued
        Issued,   // a thread is issuing it; it stays so if that fails
        InFlight,
        Ending,  // a thread asks whether it is complete, and threads copy the result out
    };

    static constexpr int kNobody = -1, kAnyone = -2;

    struct Slot
    {
        std::atomic<State> state{State::Free};
        std::atomic<int64> turn{0};       // number of its last claim in this ring, from 1; negative before the first
        std::atomic<int> owner{kNobody};  // if slots have owners: the thread whose cache has it
        Stripe stripe;
        SharedCopies copies;  // if all threads copy for one slot
    };

    using Lock = std::unique_lock<std::mutex>;

    // ring.cpp: slots and claims.
    bool stepOn(int owner, Lock& lock);
    bool issueReady(int owner);
    bool shareCopies(Slot& slot, Stage stage);
    bool copyForOldest();
    Slot* takeEnded(int owner);
    Slot* takeClaimed(int owner);
    Slot* take(State state, State next, int owner);
    Slot* oldest(State state, int owner);
    int64 count(State state) const;
    bool owns(int thread) const;
    int64 wantedUnits() const;
    bool claimFor(Slot& slot);
    void enter(Slot& slot, const Claim& claim);
    //! Calls copy(piece) for each plane that the stage copies.
    template <class Copy>
    void forCopies(Stage stage, const Stripe& stripe, const Copy& copy) const
    {
        const auto ofStage = [&](Stage passed, const PieceCopy& piece) {
            if (passed == stage)
                copy(piece);
        };
        followStripe(call_, plan_, stripe, ofStage, [](const auto&...) {});
    }
    void copyByHost(Stage stage, const Stripe& stripe);
    void copyByHost(Stage stage, const Stripe& stripe, const PieceCopy& piece);

    // ring_stages.cpp: what is enqueued.
    StreamId streamOf(Stage stage, size_t slot) const;
    //! The number of streams in which stripes begin.
    size_t startingStreams() const { return plan_.dedicated() ? 1 : static_cast<size_t>(plan_.streams); }
    EventId eventOf(Stage stage, const Stripe& stripe) { return lease_->slots[stripe.slot].behind(stage); }
    //! Other calls wait for `done` before they use the lease's memory. A plan without memory records another event.
    EventId endEvent() const { return plan_.usesMemory() ? lease_->done : lease_->ended; }
    void startStreams();
    void recordEnd();
    void issue(const std::vector<const Stripe*>& round);
    void issue(Stage stage, const Stripe& stripe);
    void copy(Stage stage, const Stripe& stripe, StreamId stream);
    bool passed(const Stripe& stripe) { return device_.passed(eventOf(plan_.last(), stripe)); }

    const OpenCall& call_;
    DeviceEntry& entry_;
    const Plan plan_;
    const LeasePool::Loan lease_;
    Claims& claims_;
    Device& device_;
    const bool follows_;  // true if this frame may overlap with the one before
    size_t nextSlot_;
    std::mutex mutex_;
    std::vector<Slot> slots_;
    std::atomic<int64> claimed_{0};  // also the turn of the latest claim
    std::atomic<int64> completed_{0};
    std::atomic<int64> units_{0};
    size_t usedStreams_ = 0;           // streams with work whose end is to be recorded; 0 if the plan is polled
    EventPool::Loan inDefaultStream_;  // keeps `before_` if no stream is given
    std::optional<EventId> before_;
    bool recordedEnd_ = false;
};

}}  // namespace cv::cudastripe
