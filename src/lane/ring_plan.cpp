// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "ring_plan.hpp"

#include "../plan/checked_math.hpp"
#include "call_route.hpp"
#include "slot_layout.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int kSlots = 4;                // one in each of three stages, and one that waits: more gain nothing
constexpr int kSlotsOfAThread = 2;       // one is filled or emptied while the device has the other
constexpr int kMinSlots = 2;             // with one there would be no overlap
constexpr double kSlotBytes = 48 << 20;  // larger stripes would save no more gaps up to 8K

constexpr int kStreams = 16;  // what the published scheme uses; more gain nothing
constexpr int kDedicatedStreams = 3;
constexpr int kMostStreams = 32;  // what hardware has queues for: slots with their own share them

constexpr int kParts = 64;   // that are tried of an image, which may be stripes of other sizes
constexpr int kMargin = 32;  // for those between: one of so many more

}  // namespace

PlanInput planInput(const StripeOp& op, const RouteEnds& ends)
{
    PlanInput input = {op.units(), op.granule(), 0, 0, 0};
    const auto bytesOf = [&](const PlaneSpec& plane) {
        return double(plane.rowBytes) * double(op.rows(plane, op.units()));
    };
    for (size_t i = 0; i < op.inputs().size(); ++i) {
        input.kernelBytes += bytesOf(op.inputs()[i]);
        input.uploadBytes += ends.in[i] == End::Device ? 0 : bytesOf(op.inputs()[i]);
    }
    for (size_t i = 0; i < op.outputs().size(); ++i) {
        input.kernelBytes += bytesOf(op.outputs()[i]);
        input.downloadBytes += ends.out[i] == End::Device ? 0 : bytesOf(op.outputs()[i]);
    }
    return input;
}

namespace {

// Of a call's time. The first saves about a fifth of the stripes.
double patience(Urgency urgency)
{
    return urgency == Urgency::CallerWaits ? 0 : urgency == Urgency::CallerGoesOn ? 7e-3 : 2e-2;
}

SlotLayout layoutOf(const StripeOp& op, const StageList& stages, const RouteEnds& ends, const RingPlan& ring)
{
    return SlotLayout(ring.slotOp ? *ring.slotOp : op, stages, ends, ring.unitsPerSlot);
}

void setSlots(RingPlan& ring, const SlotLayout& layout, int slots)
{
    if (ring.request.frames)
        ring.trail.ring = layout.places(slots);
    ring.slots = slots;
    ring.request.streams = ring.streams;
    ring.request.slots = slots;
    ring.request.deviceBytes = static_cast<size_t>(checkedProduct(static_cast<int64>(layout.deviceBytes()), slots));
    ring.request.stagingBytes = static_cast<size_t>(checkedProduct(static_cast<int64>(layout.stagingBytes()), slots));
}

PlanInput partOf(PlanInput input, double part)
{
    if (part == 1)
        return input;
    input.units =
        std::min(input.units, roundedUp(std::max<int64>(1, int64(double(input.units) * part)), input.granule));
    for (double* bytes : {&input.uploadBytes, &input.downloadBytes, &input.kernelBytes})
        *bytes *= part;
    return input;
}

// The plan and the ring that suit stages best; with `maxUnits`, of stripes no larger than that. `wanted` has what is
// known before.
RingPlan planRing(const StripeOp& op, const StageList& stages, const RouteEnds& ends, const StriperParams& params,
                  DeviceEntry& entry, Urgency urgency, const RingPlan& wanted, int64 maxUnits)
{
    const bool alone = slotsGoAlone(stages);
    const bool dedicated = params.order == IssueOrder::Dedicated && !alone;
    const PlanInput input = partOf(wanted.image, wanted.part);
    RingPlan ring;
    ring.image = wanted.image;
    ring.part = wanted.part;
    ring.request = wanted.request;
    ring.trail = wanted.trail;
    ring.slotOp = alone && ends.in[0] == End::Ordinary ? op.withoutAlpha() : nullptr;
    ring.streams = dedicated ? kDedicatedStreams : params.streams > 0 ? params.streams : kStreams;
    PlanLimits limits;
    limits.stripes = params.stripes > 0 || dedicated || staged(stages) ? params.stripes : ring.streams;
    limits.roundUp = !dedicated;
    limits.threads = hostThreads(entry.device.get(), params);
    if (maxUnits == 0 && limits.stripes == 0 && hasCopies(stages))
        maxUnits = std::max<int64>(op.granule(), int64(kSlotBytes / input.kernelBytes * double(input.units)));
    if (op.units() > StripeOp::kMostUnitsOfAKernel)
        maxUnits = std::min(maxUnits > 0 ? maxUnits : op.units(), StripeOp::kMostUnitsOfAKernel);
    limits.maxUnits = maxUnits;
    limits.patience = patience(urgency);
    ring.plan = entry.plans.plan(input, stages, limits, entry.rates.find(urgency == Urgency::CallerWaits).link);
    ring.unitsPerSlot = ring.plan.largest();
    // Each thread that stages holds a slot, and some more are on the device meanwhile. Streams own their slots.
    const int least = dedicated ? kSlots : ring.streams;
    int slots = params.slots > 0 ? std::max(params.slots, kMinSlots)
                : alone          ? limits.threads * kSlotsOfAThread
                : staged(stages) ? limits.threads + least
                                 : least;
    slots = static_cast<int>(std::min<size_t>(slots, ring.plan.sizes.size()));
    ring.streams = alone ? std::min(slots, kMostStreams) : dedicated ? ring.streams : std::min(ring.streams, slots);
    setSlots(ring, layoutOf(op, stages, ends, ring), slots);
    return ring;
}

LeaseRequest largest(LeaseRequest request, const LeaseRequest& other)
{
    request.streams = std::max(request.streams, other.streams);
    request.slots = std::max(request.slots, other.slots);
    request.deviceBytes = std::max(request.deviceBytes, other.deviceBytes);
    request.stagingBytes = std::max(request.stagingBytes, other.stagingBytes);
    return request;
}

}  // namespace

LeasePool::Loan leaseRing(DeviceEntry& entry, const StripeOp& op, const StageList& stages, const RouteEnds& ends,
                          const StriperParams& params, Urgency urgency, RingPlan& ring)
{
    const RingPlan wanted = ring;
    ring = planRing(op, stages, ends, params, entry, urgency, wanted, 0);
    if (urgency != Urgency::CallerWaits && hasCopies(stages)) {
        // Else a call might allocate long after the first, because others happen to be in flight.
        const Urgency other = urgency == Urgency::LinkIsBusy ? Urgency::CallerGoesOn : Urgency::LinkIsBusy;
        const LeaseRequest also = planRing(op, stages, ends, params, entry, other, wanted, 0).request;
        if (LeasePool::Loan loan = entry.pool.acquire(largest(ring.request, also)))
            return loan;
    }
    for (;;) {
        if (LeasePool::Loan loan = entry.pool.acquire(ring.request))
            return loan;
        if (ring.slots > kMinSlots) {
            setSlots(ring, layoutOf(op, stages, ends, ring), std::max(kMinSlots, ring.slots / 2));
        } else if (ring.unitsPerSlot > op.granule()) {
            const int64 half = roundedUp(dividedUp(ring.unitsPerSlot, 2), op.granule());
            ring = planRing(op, stages, ends, params, entry, urgency, wanted,
                            std::min(half, ring.unitsPerSlot - op.granule()));
            setSlots(ring, layoutOf(op, stages, ends, ring), std::min(ring.slots, kMinSlots));
        } else {
            return LeasePool::Loan(nullptr, LeasePool::GiveBack{&entry.pool});
        }
    }
}

LeaseRequest requestForParts(DeviceEntry& entry, const StripeOp& op, const StageList& stages, const RouteEnds& ends,
                             const StriperParams& params)
{
    LeaseRequest most;
    RingPlan wanted;
    wanted.image = planInput(op, ends);
    for (int i = 1; i <= kParts; ++i) {
        wanted.part = double(i) / kParts;
        for (Urgency urgency : {Urgency::CallerWaits, Urgency::CallerGoesOn, Urgency::LinkIsBusy})
            most = largest(planRing(op, stages, ends, params, entry, urgency, wanted, 0).request, most);
    }
    most.deviceBytes += most.deviceBytes / kMargin;
    most.stagingBytes += most.stagingBytes / kMargin;
    return most;
}

}}  // namespace cv::cudastripe
