// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Plans for the devices of a call, and the leases that they need.

#include "ring_lease.hpp"

#include "../../model/checked_math.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int kParts = 64;   // reserveRings() plans for 1 / 64, 2 / 64 and so on of an image
constexpr int kMargin = 32;  // 1 / 32 more memory, for sizes between those

// True if the devices divide the work by the rates of their links, so that the host issues all stripes without a wait.
// This needs a call without CPU threads.
bool dividesByRates(const OpenCall& call, const Choice& choice)
{
    const bool may = call.batch ? choice.kernelShare.part == 0 : choice.route == Route::Striped;
    return may && call.devices.size() > 1 && call.op->sameBits() && !call.saysHowToCut() && !call.anyPageable();
}

// True if all devices of the call take part.
bool takesSeveral(const OpenCall& call, const Choice& choice)
{
    return call.op->sameBits() && (!choice.direct || dividesByRates(call, choice));
}

// How many calls like this one the device's link can carry in a second.
double rateOf(const OpenCall& call, DeviceEntry& entry)
{
    const PlanInput size = call.size();
    const LinkRates link = entry.rates.find(!call.streamGiven).link;
    return 1 / std::max({size.uploadBytes / link.upload, size.downloadBytes / link.download, 1e-9});
}

// The fraction of the work that a device gets if all devices of the call divide it.
double partByRate(const OpenCall& call, DeviceEntry& entry)
{
    double all = 0;
    for (DeviceEntry* each : call.devices)
        all += rateOf(call, *each);
    return rateOf(call, entry) / all;
}

// Kernels work on page-locked slots directly, unless the parameters say how to cut.
StageList stripedStages(const OpenCall& call)
{
    const bool reached = call.anyPageable() && call.kernelsReach && !call.saysHowToCut();
    return reached || call.batch ? directStages(call.memory) : deviceStages(call.memory);
}

// In order of preference.
std::vector<StageList> stagesToTry(const OpenCall& call, const Choice& choice)
{
    std::vector<StageList> wanted;
    if (choice.direct)
        wanted.push_back(directStages(call.memory));
    wanted.push_back(stripedStages(call));
    if (call.kernelsReach)
        wanted.push_back(directStages(call.memory));
    return wanted;
}

PlanFacts factsOf(const OpenCall& call, DeviceEntry& entry)
{
    PlanFacts facts{*call.op,          call.batch,  call.memory,
                    call.kernelsReach, call.size(), entry.rates.find(!call.streamGiven).link,
                    call.hostThreads()};
    facts.streamGiven = call.streamGiven;
    return facts;
}

LeaseRequest requestOf(const Plan& plan, const OpenCall& call)
{
    const auto all = [&](int64 bytes) { return static_cast<size_t>(checkedProduct(bytes, plan.slots)); };
    return {call.caller, plan.streams, plan.slots, all(plan.slotBytes.device), all(plan.slotBytes.staging)};
}

LeaseRequest largest(LeaseRequest request, const LeaseRequest& other)
{
    request.streams = std::max(request.streams, other.streams);
    request.slots = std::max(request.slots, other.slots);
    request.deviceBytes = std::max(request.deviceBytes, other.deviceBytes);
    request.stagingBytes = std::max(request.stagingBytes, other.stagingBytes);
    return request;
}

// A request that is large enough whether the link is busy or not, so that no later call of this kind allocates.
LeaseRequest requestForAnyLoad(const OpenCall& call, DeviceEntry& entry, PlanFacts facts, const Plan& plan)
{
    facts.linkIsBusy = !facts.linkIsBusy;
    return largest(requestOf(plan, call), requestOf(makePlan(facts, plan.stages, call.params, entry.plans), call));
}

// The first plan, from large ones to small ones, for which the pool has a lease, and that lease. The lease is null if
// there is none for the smallest plan.
std::pair<Plan, LeasePool::Loan> leaseFor(const OpenCall& call, DeviceEntry& entry, const PlanFacts& facts,
                                          const StageList& stages, const FrameFootprint* previous)
{
    const auto acquire = [&](LeaseRequest request) {
        if (previous) {
            request.previous = previous->lease;
            request.previousUses = previous->uses;
        }
        return entry.pool.acquire(request);
    };
    RingLimits limits;
    for (bool first = true;; first = false) {
        Plan plan = makePlan(facts, stages, call.params, entry.plans, limits);
        LeasePool::Loan loan;
        if (first && call.streamGiven && hasCopies(stages))
            loan = acquire(requestForAnyLoad(call, entry, facts, plan));
        if (!loan)
            loan = acquire(requestOf(plan, call));
        limits = halfOf(plan, limits, call.op->granule());
        if (loan || limits.slots == 0)
            return {std::move(plan), std::move(loan)};
    }
}

FrameFootprint footprintOf(const OpenCall& call, const Plan& plan, const Lease& lease)
{
    FrameFootprint footprint{plan.stages, plan.slots, plan.slotBytes, {}, &lease, lease.uses, 0};
    call.op->forEachAccess(call.image, call.op->units(),
                           [&](const KernelRef::Access& access) { footprint.memory.push_back(access); });
    return footprint;
}

PlanFacts factsOf(const OpenCall& call, const Choice& choice, DeviceEntry& entry)
{
    PlanFacts facts = factsOf(call, entry);
    facts.divided = dividesByRates(call, choice);
    if (facts.divided)
        facts.part = partByRate(call, entry);
    else if (choice.shared && call.fixesShare() && !call.saysHowToCut())
        facts.part = 1 - call.params.hostShare;
    facts.shared = choice.shared;
    if (choice.shared && !call.fixesShare())
        facts.otherThreads = facts.threads;
    if (!facts.divided && takesSeveral(call, choice))
        facts.otherDevices = static_cast<int>(call.devices.size()) - 1;
    return facts;
}

PlannedRing planRing(const OpenCall& call, const Choice& choice, const StageList& stages, DeviceEntry& entry,
                     const FrameFootprint* previous)
{
    PlanFacts facts = factsOf(call, choice, entry);
    // For frames the link always counts as busy, so that all frames of one kind have the same plan and the same ring.
    facts.linkIsBusy = hasCopies(stages) && (previous || entry.pool.othersInFlight(call.caller));
    auto [plan, lease] = leaseFor(call, entry, facts, stages, previous);
    FrameFootprint footprint;
    if (previous && lease)
        footprint = footprintOf(call, plan, *lease);
    return {&entry, std::move(plan), std::move(lease), facts.linkIsBusy, std::move(footprint)};
}

// Plans a ring for the first list of stages for which there is enough memory.
PlannedRing planAny(const OpenCall& call, const Choice& choice, const std::vector<StageList>& wanted,
                    DeviceEntry& entry, const FrameFootprint* previous)
{
    for (const StageList& stages : wanted) {
        PlannedRing ring = planRing(call, choice, stages, entry, previous);
        if (ring.lease)
            return ring;
    }
    if (call.memory.any(MemoryKind::Device) || !call.op->sameBits())
        throwNoMemory(call, entry);
    return {&entry, {}, {}, false, {}};
}

}  // namespace

void throwNoMemory(const OpenCall& call, const DeviceEntry& entry)
{
    CV_Error_(Error::StsNoMem,
              ("cudastripe: not enough memory for a stripe: StriperParams::deviceMemoryLimit, stagingMemoryLimit "
               "(of page-locked memory) or the driver of device %d does not allow it; and %s",
               entry.device->number(),
               call.op->sameBits() ? "the image lies where the CPU cannot reach it"
                                   : "the operation rounds differently on the CPU"));
}

std::vector<PlannedRing> planRings(const OpenCall& call, const Choice& choice, const FrameFootprint* previous)
{
    std::vector<PlannedRing> rings;
    std::vector<StageList> wanted = stagesToTry(call, choice);
    for (DeviceEntry* entry : call.devices) {
        PlannedRing ring = planAny(call, choice, wanted, *entry, previous);
        if (ring.lease) {
            wanted = {ring.plan.stages};  // the same for all devices
            rings.push_back(std::move(ring));
        }
        if (!takesSeveral(call, choice))
            break;
    }
    if (!rings.empty() && rings.back().plan.leavesRest) {
        rings.back().plan.leavesRest = false;
        rings.back().plan.lastWrites = false;  // other stripes may follow
    }
    return rings;
}

PlannedRing planInCallersStream(const OpenCall& call, DeviceEntry& entry)
{
    StriperParams uncut = call.params;
    uncut.stripes = uncut.slots = uncut.streams = 0;
    uncut.order = IssueOrder::Dedicated;
    PlannedRing ring;
    RingLimits limits;
    do {
        ring.plan = makePlan(factsOf(call, entry), directStages(call.memory), uncut, entry.plans, limits);
        LeaseRequest request = requestOf(ring.plan, call);
        request.streams = request.slots = 0;
        if (request.deviceBytes > 0)
            ring.lease = entry.pool.acquire(request);
        if (ring.lease || request.deviceBytes == 0)
            ring.entry = &entry;
        limits = halfOf(ring.plan, limits, call.op->granule());
    } while (!ring.entry && limits.slots > 0);
    return ring;
}

Plan planOf(const OpenCall& call, const Choice& choice)
{
    DeviceEntry& entry = *call.devices[0];
    return makePlan(factsOf(call, choice, entry), stagesToTry(call, choice)[0], call.params, entry.plans);
}

void reserveRings(OpenCall call, DeviceEntry& entry, int count)
{
    PlanFacts facts = factsOf(call, entry);
    const StageList stages = stripedStages(call);
    LeaseRequest most;
    for (int i = 1; i <= kParts; ++i) {
        facts.part = double(i) / kParts;
        for (int load = 0; load < 3; ++load) {
            facts.streamGiven = load > 0;
            facts.linkIsBusy = load > 1;
            most = largest(requestOf(makePlan(facts, stages, call.params, entry.plans), call), most);
        }
    }
    most.deviceBytes += most.deviceBytes / kMargin;
    most.stagingBytes += most.stagingBytes / kMargin;
    std::vector<LeasePool::Loan> loans;
    do
        loans.push_back(entry.pool.acquire(most));
    while (loans.back() && static_cast<int>(loans.size()) < count);
    if (loans.back())
        return;
    for (bool streamGiven : {false, true}) {
        call.streamGiven = streamGiven;
        const PlanFacts whole = factsOf(call, entry);
        loans.clear();
        for (int i = 0; i < count; ++i)
            loans.push_back(leaseFor(call, entry, whole, stages, nullptr).second);
    }
}

}}  // namespace cv::cudastripe
