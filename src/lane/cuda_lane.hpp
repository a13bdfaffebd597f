// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_CUDA_LANE_HPP
#define OPENCV_CUDASTRIPE_CUDA_LANE_HPP

#include <atomic>
#include <mutex>
#include <vector>

#include "../op/stripe_op.hpp"
#include "../plan/stripe_plan.hpp"
#include "claims.hpp"
#include "lease.hpp"
#include "slot_layout.hpp"

namespace cv { namespace cudastripe {

//! What lanes work on together.
struct LaneWork
{
    const StripeOp& op;
    const StripePlanes& image;
    const Route& route;
    const StripePlan& plan;
    int64 unitsPerSlot;
    int slots;
    //! True if slots come back when the host sees that they are done; else events on the device hand them over, and
    //! everything can be enqueued at once.
    bool polled;
};

/** @brief Sends stripes through one device: claims them, copies them through a ring of slots on three streams (upload,
kernel, download), and stages them in page-locked memory where the route says so.

Any number of threads may call work(); none ever waits for another. */
class CudaLane
{
public:
    CudaLane(const LaneWork& work, Claims& claims, Lease& lease);

    //! Orders all stripes behind what is on the caller's stream now.
    void forkFrom(StreamId caller);

    //! Takes one step, such as enqueueing a stripe or staging one; false if there is nothing to do right now.
    bool work();

    //! True if all claimed stripes are enqueued and, if the lane is polled, complete.
    bool finished() const { return claims_.empty() && claimed_ == completed_; }

    //! Marks the end of the call in the streams; to be called when nothing is left to claim.
    void close();

    //! Orders the caller's stream behind all stripes; after close().
    void joinTo(StreamId caller) { device_.wait(caller, lease_.done); }

private:
    enum class State
    {
        Free,
        InUse,  // by the thread that stages it
        Staged,
        InFlight,
        Landed,
    };

    struct Slot
    {
        std::atomic<State> state{State::Free};
        Claim claim;
        int64 turn = 0;  // of the claims of this lane, counted from 1
        StripePlanes device;
        StripePlanes staging;
    };

    bool has(Stage stage) const { return cudastripe::has(work_.route, stage); }
    Slot* oldest(State state);
    void retire();
    bool claimNext(Slot& slot);
    void stageIn(Slot& slot);
    void stageOut(Slot& slot);
    void enqueue(Slot& slot);
    StreamId firstStream() const { return has(Stage::Upload) ? lease_.up : lease_.run; }
    StreamId lastStream() const { return has(Stage::Download) ? lease_.down : lease_.run; }

    const LaneWork& work_;
    Claims& claims_;
    Lease& lease_;
    Device& device_;
    std::mutex mutex_;
    std::vector<Slot> slots_;
    std::atomic<int64> claimed_{0};  // also the turn of the latest claim
    std::atomic<int64> completed_{0};
};

}}  // namespace cv::cudastripe

#endif
