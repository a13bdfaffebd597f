// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// How a device does its part of a call.

#pragma once

#include <memory>

#include "opencv2/cudastripe/striper.hpp"
#include "slot_places.hpp"
#include "stripe_plan.hpp"

namespace cv { namespace cudastripe {

/** @brief The stages of stripes, the stripes' sizes, and the ring of slots that they pass through. A value. */
struct CV_EXPORTS Plan : StripePlan
{
    StageList stages;
    IssueOrder order = IssueOrder::Dedicated;  //!< unless Dedicated, a slot uses one stream for all its stages
    int slots = 0;
    int streams = 0;
    SlotBytes slotBytes;
    std::shared_ptr<const StripeOp> slotOp;  //!< StripeOp::staged(), for planes in slots; null: the call's operation

    bool polled = false;      //!< the host asks whether a slot is free; else events on the device order the slot's uses
    bool leavesRest = false;  //!< only the stripes of the plan are claimed, and the rest is left to other devices
    double shareOfRest = 1;   //!< the limit of a stripe, as a fraction of what is left to claim
    int64 leastUnits = 1;     //!< the lowest value of that limit, in units
    bool sharedCopies = false;  //!< all threads copy for the oldest slot; else each has slots of its own
    bool lastWrites = false;    //!< the kernel of the last stripe writes the result instead of a download

    bool dedicated() const { return order == IssueOrder::Dedicated; }
    //! True if slots do not depend on each other, so that threads use them without a lock.
    bool slotsAlone() const { return slotsGoAlone(stages); }
    //! True if a thread keeps to slots that are in its cache.
    bool slotsHaveOwners() const { return slotsAlone() && !sharedCopies; }
    //! True if slots have memory.
    bool usesMemory() const { return hasCopies(stages) || staged(stages) || slotBytes.device > 0; }
    //! The first of a stripe's stages on the device, and the last.
    Stage first() const { return stages.has(Stage::Upload) ? Stage::Upload : Stage::RunDevice; }
    Stage last() const { return stages.has(Stage::Download) ? Stage::Download : Stage::RunDevice; }
    bool writesItself(int stripe) const { return lastWrites && stripe + 1 == static_cast<int>(sizes.size()); }
};

//! For messages: "upload > kernel > download: 23 stripes of up to 224 units, 4 slots, dedicated streams".
CV_EXPORTS String toString(const Plan& plan);

//! What a plan depends on, besides the parameters of the Striper.
struct PlanFacts
{
    const StripeOp& op;
    const BatchOp* batch;  //!< `op` if it is a batch, else null
    const CallMemory& memory;
    bool kernelsReach;  //!< kernels can address all page-locked planes
    PlanInput size;
    LinkRates link;
    int threads;               //!< CPU threads that may work for the call
    bool streamGiven = false;  //!< by the caller
    bool linkIsBusy = false;   //!< with other calls
    double part = 1;           //!< the fraction of the image that the device probably does
    bool divided = false;      //!< several devices divide the image by the rates of their links
    bool shared = false;       //!< the CPU does a fraction of the image
    int otherThreads = 0;      //!< CPU threads that claim units, too; 0 if the CPU's share is fixed
    int otherDevices = 0;      //!< devices that claim units, too
};

//! Limits of memory; 0: none.
struct RingLimits
{
    int64 units = 0;  //!< of a stripe
    int slots = 0;
};

//! True if the parameters say how to cut: then Route::Auto means Route::Striped.
inline bool saysHowToCut(const StriperParams& params)
{
    return params.stripes > 0 || params.slots > 0 || params.streams > 0 || params.order != IssueOrder::Dedicated;
}

//! Depends on nothing but its arguments: the cache only saves time.
CV_EXPORTS Plan makePlan(const PlanFacts& facts, const StageList& stages, const StriperParams& params, PlanCache& cache,
                         const RingLimits& limits = RingLimits());

//! The limits of a plan with half the memory of `plan`, which has `limits`: half the slots, or half the units of a
//! stripe. All 0 if there is no smaller plan.
CV_EXPORTS RingLimits halfOf(const Plan& plan, const RingLimits& limits, int granule);

//! A thread claims 1 / (kPartsOfAThread * threads) of what is left, so that all threads end at about the same time.
constexpr int kPartsOfAThread = 2;

}}  // namespace cv::cudastripe
