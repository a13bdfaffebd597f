// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_RING_PLAN_HPP
#define OPENCV_CUDASTRIPE_RING_PLAN_HPP

#include "../op/stripe_op.hpp"
#include "../plan/stripe_plan.hpp"
#include "device_entry.hpp"
#include "frame_trail.hpp"

namespace cv { namespace cudastripe {

//! A plan together with the ring that its stripes pass through.
struct RingPlan
{
    PlanInput image{};  //!< all of it
    double part = 1;    //!< of the image, which is what there is to cut
    StripePlan plan;
    std::shared_ptr<StripeOp> slotOp;  //!< the operation on what staging leaves of the inputs; null if that is all
    int slots = 0;
    int streams = 0;
    int64 unitsPerSlot = 0;
    LeaseRequest request;
    FrameTrail trail;  //!< of a frame; its memory is set before
};

//! Why a call should have more stripes, or fewer.
enum class Urgency
{
    CallerWaits,   //!< nothing counts but the time until the result is there
    CallerGoesOn,  //!< so that the time that it takes to enqueue them counts, too
    LinkIsBusy,    //!< other calls wait for the link, which each gap keeps idle
};

//! What a plan needs to know of the work: bytes that cross the link, and bytes that kernels touch.
CV_EXPORTS PlanInput planInput(const StripeOp& op, const RouteEnds& ends);

/** @brief Leases what stages need, with fewer and then smaller slots where memory is short; `ring` is what was
leased, and has its image and part and the caller of the request before. A null loan if not even the smallest ring can
be had. */
LeasePool::Loan leaseRing(DeviceEntry& entry, const StripeOp& op, const StageList& stages, const RouteEnds& ends,
                          const StriperParams& params, Urgency urgency, RingPlan& ring);

//! What suits the whole and any part of it, whatever the urgency, so that calls with smaller images need no more.
LeaseRequest requestForParts(DeviceEntry& entry, const StripeOp& op, const StageList& stages, const RouteEnds& ends,
                             const StriperParams& params);

}}  // namespace cv::cudastripe

#endif
