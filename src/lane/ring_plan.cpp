// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "ring_plan.hpp"

#include "../plan/checked_math.hpp"
#include "slot_layout.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int kSlots = 4;                // one in each of three stages, and one that waits: more gain nothing
constexpr int kMinSlots = 2;             // with one there would be no overlap
constexpr double kSlotBytes = 24 << 20;  // larger stripes would save few gaps

double totalBytes(const StripeOp& op, const std::vector<PlaneSpec>& planes)
{
    double bytes = 0;
    for (const PlaneSpec& plane : planes)
        bytes += double(plane.rowBytes) * double(op.rows(plane, op.units()));
    return bytes;
}

void setSlots(RingPlan& ring, const SlotLayout& layout, int slots)
{
    ring.slots = slots;
    ring.request.slots = slots;
    ring.request.deviceBytes = static_cast<size_t>(checkedProduct(static_cast<int64>(layout.deviceBytes()), slots));
    ring.request.stagingBytes = static_cast<size_t>(checkedProduct(static_cast<int64>(layout.stagingBytes()), slots));
}

}  // namespace

RingPlan planRing(const StripeOp& op, const Route& route, const StriperParams& params, int64 maxUnits)
{
    const bool staged = has(route, Stage::StageIn) || has(route, Stage::StageOut);
    const PlanInput input = {op.units(), op.granule(), totalBytes(op, op.inputs()), totalBytes(op, op.outputs())};
    RingPlan ring;
    if (maxUnits == 0 && params.stripes == 0 && has(route, Stage::Upload) + has(route, Stage::Download) > 0)
        maxUnits =
            std::max<int64>(op.granule(), int64(kSlotBytes / (input.inBytes + input.outBytes) * double(op.units())));
    ring.plan = planStripes(input, route, {params.stripes, maxUnits});
    ring.unitsPerSlot = ring.plan.largest();
    // Each thread that stages holds a slot, and some more are on the device meanwhile.
    int slots = params.slots > 0 ? std::max(params.slots, kMinSlots) : staged ? getNumThreads() + kSlots : kSlots;
    slots = static_cast<int>(std::min<size_t>(slots, ring.plan.sizes.size()));
    setSlots(ring, SlotLayout(op, route, ring.unitsPerSlot), slots);
    return ring;
}

LeasePool::Loan leaseRing(LeasePool& pool, const StripeOp& op, const Route& route, const StriperParams& params,
                          RingPlan& ring)
{
    ring = planRing(op, route, params);
    for (;;) {
        if (LeasePool::Loan loan = pool.acquire(ring.request))
            return loan;
        if (ring.slots > kMinSlots) {
            setSlots(ring, SlotLayout(op, route, ring.unitsPerSlot), std::max(kMinSlots, ring.slots / 2));
        } else if (ring.unitsPerSlot > op.granule()) {
            const int64 half = roundedUp(dividedUp(ring.unitsPerSlot, 2), op.granule());
            ring = planRing(op, route, params, std::min(half, ring.unitsPerSlot - op.granule()));
            setSlots(ring, SlotLayout(op, route, ring.unitsPerSlot), std::min(ring.slots, kMinSlots));
        } else {
            return LeasePool::Loan(nullptr, LeasePool::GiveBack{&pool});
        }
    }
}

}}  // namespace cv::cudastripe
