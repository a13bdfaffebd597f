// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The part of a call that one lane does.

#pragma once

#include "open_call.hpp"

namespace cv { namespace cudastripe {

//! The stages of stripes, their sizes, and the ring of slots that they pass through.
struct LaneWork
{
    StageList stages;
    bool linkIsBusy = false;  //!< with other calls
    double part = 1;          //!< of the image, for which stripes are planned
    bool divided = false;     //!< several devices divide the image by their rates

    StripePlan plan;
    std::shared_ptr<const StripeOp> stagedOp;  //!< the operation's StripeOp::staged(); null if unused
    const StripeOp* slotOp = nullptr;          //!< stagedOp, else the operation itself
    int slots = 0;
    int streams = 0;
    int64 unitsPerSlot = 0;
    LeaseRequest request;
    FrameFootprint footprint;  //!< of a frame

    bool ownStreams = false;  //!< each slot has a stream, in which all its stages follow one another
    bool polled = false;      //!< the host asks whether a slot is free; else events on the device order the slot's uses
    bool fixedPart = false;   //!< it claims the stripes of its plan, and leaves the rest to the last device
    double shareOfRest = 1;   //!< of what is left to claim; no stripe is larger
    int64 leastUnits = 1;     //!< the lowest value of that limit
    bool lastWrites = false;  //!< the kernel of the plan's last stripe writes the result instead of a download

    bool writesItself(int stripe) const { return lastWrites && stripe + 1 == static_cast<int>(plan.sizes.size()); }
    //! True if slots do not depend on each other, so that threads use them without the lane's lock.
    bool slotsAlone() const { return slotsGoAlone(stages); }
    bool has(Stage stage) const { return stages.has(stage); }
    bool needs(Stage stage, MemoryKind kind) const { return has(stage) && cudastripe::needs(stage, kind); }
};

//! A stripe in its slot.
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
