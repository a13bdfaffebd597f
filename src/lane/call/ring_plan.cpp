// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Plans of rings, and the leases that they need.

#include "ring_plan.hpp"

#include "../../model/checked_math.hpp"
#include "../../plan/slot_layout.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int kSlots = 4;                // one in each of three stages, and one that waits; more are no faster
constexpr int kSlotsOfAThread = 2;       // the thread fills or empties one while the device has the other
constexpr int kMinSlots = 2;             // one would give no overlap
constexpr double kSlotBytes = 48 << 20;  // for images up to 8K, larger stripes save no more time

constexpr int kStreams = 16;  // if slots own streams; more gain nothing
constexpr int kDedicatedStreams = 3;
constexpr int kMostStreams = 31;  // hardware has 32 queues, and a probe needs one

constexpr int kParts = 64;   // of an image that reserveRings() plans for
constexpr int kMargin = 32;  // 1 / 32 more memory, for parts of sizes between those planned

constexpr double kSlackWithStream = 7e-3;  // 0.7 % more time buys a fifth fewer stripes: the call returns sooner
constexpr double kSlackOnBusyLink = 2e-2;  // each gap keeps other calls waiting

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

// The most units that a stripe may have, at most `most`. For both numbers, 0 means no limit.
int64 maxUnits(const OpenCall& call, const LaneWork& work, const PlanInput& input, bool stripesGiven, int64 most)
{
    const StripeOp& op = *call.op;
    if (most == 0 && !stripesGiven && hasCopies(work.stages))
        most = std::max<int64>(op.granule(), int64(kSlotBytes / input.kernelBytes * double(input.units)));
    if (op.units() > StripeOp::kMostUnitsOfAKernel)
        most = std::min(most > 0 ? most : op.units(), StripeOp::kMostUnitsOfAKernel);
    return most;
}

// Each staging thread holds a slot while the device has some more.
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

// Stripes have no more than `most` units, unless that is 0.
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
    limits.slack = !call.streamGiven ? 0 : work.linkIsBusy ? kSlackOnBusyLink : kSlackWithStream;
    const LinkRates link = entry.rates.find(!call.streamGiven).link;
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

// Enough whether the link is busy or not, so that no later call of this kind allocates.
LeaseRequest requestForAnyLoad(const OpenCall& call, DeviceEntry& entry, const LaneWork& work)
{
    LaneWork other = work;
    other.linkIsBusy = !work.linkIsBusy;
    planRing(call, entry, other, 0);
    return largest(work.request, other.request);
}

LeaseRequest requestForParts(OpenCall& call, DeviceEntry& entry, LaneWork work)
{
    LeaseRequest most;
    for (int i = 1; i <= kParts; ++i) {
        work.part = double(i) / kParts;
        for (int load = 0; load < 3; ++load) {
            call.streamGiven = load > 0;
            work.linkIsBusy = load > 1;
            planRing(call, entry, work, 0);
            most = largest(work.request, most);
        }
    }
    most.deviceBytes += most.deviceBytes / kMargin;
    most.stagingBytes += most.stagingBytes / kMargin;
    return most;
}

}  // namespace

LeasePool::Loan leaseRing(const OpenCall& call, DeviceEntry& entry, LaneWork& work)
{
    planRing(call, entry, work, 0);
    if (call.streamGiven && hasCopies(work.stages)) {
        if (LeasePool::Loan loan = entry.pool.acquire(requestForAnyLoad(call, entry, work)))
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
            return LeasePool::Loan();
        }
    }
}

void reserveRings(OpenCall call, DeviceEntry& entry, const StageList& stages, int count)
{
    LaneWork work;
    work.stages = stages;
    const LeaseRequest request = requestForParts(call, entry, work);
    std::vector<LeasePool::Loan> loans;
    do
        loans.push_back(entry.pool.acquire(request));
    while (loans.back() && static_cast<int>(loans.size()) < count);
    if (loans.back())
        return;
    for (bool streamGiven : {false, true}) {
        call.streamGiven = streamGiven;
        loans.clear();
        for (int i = 0; i < count; ++i) {
            LaneWork whole = work;
            loans.push_back(leaseRing(call, entry, whole));
        }
    }
}

}}  // namespace cv::cudastripe
