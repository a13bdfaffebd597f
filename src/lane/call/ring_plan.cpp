// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "ring_plan.hpp"

#include "../../plan/checked_math.hpp"
#include "slot_layout.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int kSlots = 4;                // one in each of three stages, and one that waits: more gain nothing
constexpr int kSlotsOfAThread = 2;       // one is filled or emptied while the device has the other
constexpr int kMinSlots = 2;             // with one there would be no overlap
constexpr double kSlotBytes = 48 << 20;  // larger stripes would save no more gaps up to 8K

constexpr int kStreams = 16;  // what the published scheme uses; more gain nothing
constexpr int kDedicatedStreams = 3;
constexpr int kMostStreams = 31;  // hardware has queues for 32, and a probe has one: slots with their own share them

constexpr int kParts = 64;   // that are tried of an image, which may be stripes of other sizes
constexpr int kMargin = 32;  // for those between: one of so many more

// Of a call's time. The first saves about a fifth of the stripes.
double patience(Urgency urgency)
{
    return urgency == Urgency::CallerWaits ? 0 : urgency == Urgency::CallerGoesOn ? 7e-3 : 2e-2;
}

void setSlots(LaneWork& work, const CallMemory& memory, int slots)
{
    const SlotLayout layout(*work.slotOp, work.stages, memory, work.unitsPerSlot);
    if (work.request.frames)
        work.footprint.ring = layout.places(slots);
    work.slots = slots;
    work.request.streams = work.streams;
    work.request.slots = slots;
    work.request.deviceBytes = static_cast<size_t>(checkedProduct(static_cast<int64>(layout.deviceBytes()), slots));
    work.request.stagingBytes = static_cast<size_t>(checkedProduct(static_cast<int64>(layout.stagingBytes()), slots));
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

// What a stripe may have: with `most`, no more than that.
int64 maxUnits(const OpenCall& call, const LaneWork& work, const PlanInput& input, bool stripesGiven, int64 most)
{
    const StripeOp& op = *call.op;
    if (most == 0 && !stripesGiven && hasCopies(work.stages))
        most = std::max<int64>(op.granule(), int64(kSlotBytes / input.kernelBytes * double(input.units)));
    if (op.units() > StripeOp::kMostUnitsOfAKernel)
        most = std::min(most > 0 ? most : op.units(), StripeOp::kMostUnitsOfAKernel);
    return most;
}

// Each thread that stages holds a slot, and some more are on the device meanwhile. Streams own their slots.
int slotsOf(const OpenCall& call, const LaneWork& work)
{
    const int least = work.ownStreams ? work.streams : kSlots, threads = call.hostThreads();
    const int slots = call.params.slots > 0 ? std::max(call.params.slots, kMinSlots)
                      : work.slotsAlone()   ? threads * kSlotsOfAThread
                      : staged(work.stages) ? threads + least
                                            : least;
    return static_cast<int>(std::min<size_t>(slots, work.plan.sizes.size()));
}

int streamsOf(const LaneWork& work, int slots)
{
    return work.slotsAlone() ? std::min(slots, kMostStreams)
           : work.ownStreams ? std::min(work.streams, slots)
                             : work.streams;
}

// Plans what suits the stages best; with `most`, of stripes no larger than that.
void planRing(const OpenCall& call, DeviceEntry& entry, LaneWork& work, int64 most)
{
    const StriperParams& params = call.params;
    const PlanInput input = partOf(call.size(), work.part);
    work.ownStreams = work.slotsAlone() || params.order != IssueOrder::Dedicated;
    work.stagedOp = work.slotsAlone() && call.memory.in[0] == MemoryKind::Pageable ? call.op->staged() : nullptr;
    work.slotOp = work.stagedOp ? work.stagedOp.get() : call.op;
    work.streams = !work.ownStreams ? kDedicatedStreams : params.streams > 0 ? params.streams : kStreams;
    PlanLimits limits;
    limits.stripes = params.stripes > 0 || !work.ownStreams || staged(work.stages) ? params.stripes : work.streams;
    limits.roundUp = work.ownStreams;
    limits.threads = call.hostThreads();
    limits.maxUnits = maxUnits(call, work, input, limits.stripes > 0, most);
    limits.patience = patience(work.urgency);
    const LinkRates link = entry.rates.find(work.urgency == Urgency::CallerWaits).link;
    work.plan = entry.plans.plan(input, work.stages, limits, link);
    work.unitsPerSlot = work.plan.largest();
    const int slots = slotsOf(call, work);
    work.streams = streamsOf(work, slots);
    setSlots(work, call.memory, slots);
}

LeaseRequest largest(LeaseRequest request, const LeaseRequest& other)
{
    request.streams = std::max(request.streams, other.streams);
    request.slots = std::max(request.slots, other.slots);
    request.deviceBytes = std::max(request.deviceBytes, other.deviceBytes);
    request.stagingBytes = std::max(request.stagingBytes, other.stagingBytes);
    return request;
}

// What a call needs if others are in flight and if none are: else it might allocate long after the first.
LeaseRequest requestForOthers(const OpenCall& call, DeviceEntry& entry, const LaneWork& work)
{
    LaneWork other = work;
    other.urgency = work.urgency == Urgency::LinkIsBusy ? Urgency::CallerGoesOn : Urgency::LinkIsBusy;
    planRing(call, entry, other, 0);
    return largest(work.request, other.request);
}

}  // namespace

LeasePool::Loan leaseRing(const OpenCall& call, DeviceEntry& entry, LaneWork& work)
{
    planRing(call, entry, work, 0);
    if (work.urgency != Urgency::CallerWaits && hasCopies(work.stages)) {
        if (LeasePool::Loan loan = entry.pool.acquire(requestForOthers(call, entry, work)))
            return loan;
    }
    const int granule = call.op->granule();
    for (;;) {
        if (LeasePool::Loan loan = entry.pool.acquire(work.request))
            return loan;
        if (work.slots > kMinSlots) {
            setSlots(work, call.memory, std::max(kMinSlots, work.slots / 2));
        } else if (work.unitsPerSlot > granule) {
            const int64 half = roundedUp(dividedUp(work.unitsPerSlot, 2), granule);
            planRing(call, entry, work, std::min(half, work.unitsPerSlot - granule));
            setSlots(work, call.memory, std::min(work.slots, kMinSlots));
        } else {
            return LeasePool::Loan(nullptr, LeasePool::GiveBack{&entry.pool});
        }
    }
}

LeaseRequest requestForParts(const OpenCall& call, DeviceEntry& entry, const StageList& stages)
{
    LeaseRequest most;
    LaneWork work;
    work.stages = stages;
    for (int i = 1; i <= kParts; ++i) {
        work.part = double(i) / kParts;
        for (Urgency urgency : {Urgency::CallerWaits, Urgency::CallerGoesOn, Urgency::LinkIsBusy}) {
            work.urgency = urgency;
            planRing(call, entry, work, 0);
            most = largest(work.request, most);
        }
    }
    most.deviceBytes += most.deviceBytes / kMargin;
    most.stagingBytes += most.stagingBytes / kMargin;
    return most;
}

}}  // namespace cv::cudastripe
