// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "open_call.hpp"

namespace cv { namespace cudastripe {

//! Why a call should have more stripes, or fewer.
enum class Urgency
{
    CallerWaits,   //!< nothing counts but the time until the result is there
    CallerGoesOn,  //!< so that the time that it takes to enqueue them counts, too
    LinkIsBusy,    //!< other calls wait for the link, which each gap keeps idle
};

//! What a lane does of a call: the stages of its stripes, how it cuts, and the ring of slots that stripes pass through.
struct LaneWork
{
    StageList stages;
    Urgency urgency = Urgency::CallerWaits;
    bool linkIsBusy = false;  //!< with other calls
    double part = 1;          //!< of the image, which is what there is to cut

    StripePlan plan;
    std::shared_ptr<const StripeOp> stagedOp;  //!< StripeOp::staged() of the operation; null if slots hold all
    const StripeOp* slotOp = nullptr;          //!< that one, else the operation itself
    int slots = 0;
    int streams = 0;
    int64 unitsPerSlot = 0;
    LeaseRequest request;
    FrameFootprint footprint;  //!< of a frame

    //! True if each slot has a stream of its own, in which all its stages follow one another.
    bool ownStreams = false;
    //! True if slots come back when the host sees that they are done; else events on the device hand them over, and
    //! everything can be enqueued at once.
    bool polled = false;
    //! Where others take from the image, too: no stripe is larger than this part of what is left, so that nobody waits
    //! long where they meet; but at least `leastUnits`. Else 1, and stripes are those of the plan.
    double shareOfRest = 1;
    int64 leastUnits = 1;
    //! True if the kernel of the plan's last stripe writes the result to its place itself, instead of a download.
    bool lastWrites = false;

    bool writesItself(int stripe) const { return lastWrites && stripe + 1 == static_cast<int>(plan.sizes.size()); }
    //! True if slots need nothing of one another, so that each goes its way without the lane's lock.
    bool slotsAlone() const { return slotsGoAlone(stages); }
    bool has(Stage stage) const { return stages.has(stage); }
    bool needs(Stage stage, MemoryKind kind) const { return has(stage) && cudastripe::needs(stage, kind); }
};

//! A stripe on its way, in its place in the ring.
struct StripeInSlot
{
    size_t slot = 0;
    int number = 0;  //!< of the stripe, from 0 in the order of claims
    int64 first = 0;
    int64 units = 0;
    StripePlanes device;   //!< the slot's device memory
    StripePlanes staging;  //!< the slot's page-locked memory
};

}}  // namespace cv::cudastripe
