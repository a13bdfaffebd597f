// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_LANE_WORK_HPP
#define OPENCV_CUDASTRIPE_LANE_WORK_HPP

#include "../op/stripe_op.hpp"
#include "../plan/stripe_plan.hpp"
#include "opencv2/cudastripe/striper.hpp"

namespace cv { namespace cudastripe {

//! What lanes work on together.
struct LaneWork
{
    const StripeOp& op;
    const StripeOp& slotOp;  //!< the same, on what staging leaves of the inputs
    const StripePlanes& image;
    const RouteEnds& ends;
    const StageList& stages;
    const StripePlan& plan;
    int64 unitsPerSlot;
    int slots;
    IssueOrder order;
    int streams;
    //! True if each slot has a stream of its own, in which all its stages follow one another.
    bool ownStreams;
    //! True if slots come back when the host sees that they are done; else events on the device hand them over, and
    //! everything can be enqueued at once.
    bool polled;
    //! Where others take from the image, too: no stripe is larger than this part of what is left, so that nobody waits
    //! long where they meet; but at least `leastUnits`. Else 1, and stripes are those of the plan.
    double shareOfRest;
    int64 leastUnits;
    //! True if the kernel of the plan's last stripe writes the result to its place itself, instead of a download.
    bool lastWrites;

    bool writesItself(int stripe) const { return lastWrites && stripe + 1 == static_cast<int>(plan.sizes.size()); }
    //! True if slots need nothing of one another, so that each goes its way without the lane's lock.
    bool slotsAlone() const { return slotsGoAlone(stages); }
    bool has(Stage stage) const { return stages.has(stage); }
    bool inPasses(Stage stage, size_t i) const { return has(stage) && passes(stage, ends.in[i]); }
    bool outPasses(Stage stage, size_t i) const { return has(stage) && passes(stage, ends.out[i]); }
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

#endif
