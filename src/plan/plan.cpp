// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// How a device does its part of a call.

#include "plan.hpp"

#include "../model/checked_math.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int kSlots = 4;                // one in each of three stages, and one that waits; more are no faster
constexpr int kSharedSlots = 8;          // the next stripes are claimed while threads still copy for the oldest
constexpr int kSlotsOfAThread = 2;       // the thread fills or empties one while the device has the other
constexpr int kMinSlots = 2;             // one would give no overlap
constexpr double kSlotBytes = 48 << 20;  // for images up to 8K, larger stripes save no more time

// Limit of the images between the passes of a stripe: half of the L2 cache of an H100.
constexpr double kBetweenBytes = 25 << 20;

constexpr int kStreams = 16;  // if slots own streams; more gain nothing
constexpr int kDedicatedStreams = 3;
constexpr int kMaxStreams = 31;  // hardware has 32 queues, and a probe needs one

constexpr double kSlackWithStream = 7e-3;  // 0.7 % more time buys a fifth fewer stripes: the call returns sooner
constexpr double kSlackOnBusyLink = 2e-2;  // each gap keeps other calls waiting

constexpr double kMinTailBytes = 1 << 18;      // least size of a thread's last stripes
constexpr double kStagedBatchBytes = 2 << 20;  // a stripe of a staged batch: merged kernels take longer to launch
constexpr double kMaxWrittenBytes = 1 << 20;   // the most that the last kernel writes itself, without a download

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

// The most units that a stripe may have: `most`, or fewer. 0 means no limit, in `most` and in the result.
int64 maxUnits(const PlanInput& input, const PlanFacts& facts, const StageList& stages, bool stripesGiven, int64 most)
{
    const int64 all = facts.size.units;
    const auto limit = [&](double units) {
        most = std::min(most > 0 ? most : all, std::max<int64>(input.granule, static_cast<int64>(units)));
    };
    if (most == 0 && !stripesGiven && hasCopies(stages))
        most = std::max<int64>(input.granule, int64(kSlotBytes / input.kernelBytes * double(input.units)));
    // Tries again, since the bytes between passes are not proportional to units: some rows are decoded for two stripes.
    constexpr int kTries = 4;
    for (int i = 0; i < kTries && facts.op.hasPasses(); ++i) {
        const int64 units = most > 0 ? most : all;
        const int64 between = betweenBytes(facts.op, facts.batch, kernelsReadHost(stages, facts.memory), units);
        if (double(between) > kBetweenBytes)
            limit(kBetweenBytes / double(between) * double(units));
    }
    if (all > StripeOp::kMaxUnitsOfAKernel)
        limit(double(StripeOp::kMaxUnitsOfAKernel));
    return most;
}

// `plan` has its stages, order and streams.
PlanLimits limitsOf(const Plan& plan, const PlanFacts& facts, const StriperParams& params, const PlanInput& input,
                    int64 most)
{
    PlanLimits cut;
    cut.stripes = params.stripes > 0 || plan.dedicated() || staged(plan.stages) ? params.stripes : plan.streams;
    if (facts.batch && staged(plan.stages) && cut.stripes == 0) {
        const double bytes = std::max(input.uploadBytes, input.downloadBytes);
        cut.stripes = std::max(1, static_cast<int>(bytes / kStagedBatchBytes));
    }
    cut.roundUp = !plan.dedicated();
    cut.threads = facts.threads;
    cut.maxUnits = maxUnits(input, facts, plan.stages, cut.stripes > 0, most);
    cut.slack = !facts.streamGiven ? 0 : facts.linkIsBusy ? kSlackOnBusyLink : kSlackWithStream;
    return cut;
}

// Each staging thread holds a slot while the device has some more. Passes in one stream need only one slot.
int slotsOf(const Plan& plan, const PlanFacts& facts, const StriperParams& params)
{
    const int threads = facts.threads;
    const bool inTurn = facts.op.hasPasses() && plan.dedicated() && !hasCopies(plan.stages) && !staged(plan.stages);
    if (inTurn && params.slots == 0)
        return 1;
    const int least = plan.dedicated() ? kSlots : plan.streams;
    const int slots = params.slots > 0         ? std::max(params.slots, kMinSlots)
                      : plan.slotsHaveOwners() ? threads * kSlotsOfAThread
                      : plan.sharedCopies      ? kSharedSlots
                      : staged(plan.stages)    ? threads + least
                                               : least;
    return static_cast<int>(std::min<size_t>(slots, plan.sizes.size()));
}

// A download starts some microseconds after the kernel, so a short last stripe ends sooner without one.
bool lastWrites(const Plan& plan, const PlanFacts& facts, const StriperParams& params)
{
    if (plan.polled || saysHowToCut(params) || !facts.kernelsReach || facts.linkIsBusy ||
        !plan.stages.has(Stage::Upload) || !plan.stages.has(Stage::Download))
        return false;
    return facts.size.downloadBytes * double(plan.sizes.back()) / double(facts.size.units) <= kMaxWrittenBytes;
}

void setClaims(Plan& plan, const PlanFacts& facts, const StriperParams& params)
{
    // Devices and threads that share the work claim a stripe only when an earlier one is done, so the host polls slots.
    plan.polled = facts.shared || staged(plan.stages) || facts.otherDevices > 0;
    plan.leavesRest = facts.divided;
    Taper taper;
    if (plan.slotsHaveOwners())
        taper = {1. / (kPartsOfAThread * facts.threads), kMinTailBytes};
    else if (!facts.divided)
        taper = taperBeside(facts.otherThreads, saysHowToCut(params) ? 0 : facts.otherDevices);
    plan.shareOfRest = taper.shareOfRest;
    const double most = std::max({facts.size.uploadBytes, facts.size.downloadBytes, 1.});
    plan.leastUnits = std::max<int64>(1, static_cast<int64>(taper.leastBytes / most * double(facts.size.units)));
    plan.lastWrites = lastWrites(plan, facts, params);
}

String counted(int64 count, const char* what)
{
    return cv::format("%lld %s%s", static_cast<long long>(count), what, count == 1 ? "" : "s");
}

}  // namespace

String toString(const Plan& plan)
{
    const int64 stripes = static_cast<int64>(plan.sizes.size());
    String text =
        toString(plan.stages) + ": " + counted(stripes, "stripe") + " of up to " + counted(plan.largest(), "unit");
    if (plan.usesMemory())
        text += ", " + counted(plan.slots, "slot");
    if (plan.dedicated())
        return text + ", dedicated streams";
    const bool breadth = plan.order == IssueOrder::BreadthFirst;
    return text + ", " + counted(plan.streams, "stream") + (breadth ? ", breadth first" : ", depth first");
}

Plan makePlan(const PlanFacts& facts, const StageList& stages, const StriperParams& params, PlanCache& cache,
              const RingLimits& limits)
{
    Plan plan;
    plan.stages = stages;
    const bool alone = plan.slotsAlone();
    plan.order = alone ? IssueOrder::DepthFirst : params.order;
    plan.sharedCopies = alone && facts.batch;
    if (alone && !facts.batch && facts.memory.in[0] == MemoryKind::Pageable)
        plan.slotOp = facts.op.staged();
    plan.streams = plan.dedicated() ? kDedicatedStreams : params.streams > 0 ? params.streams : kStreams;

    const PlanInput input = partOf(facts.size, facts.part);
    const PlanLimits cut = limitsOf(plan, facts, params, input, limits.units);
    plan.sizes = cache.plan(input, stages, cut, facts.link).sizes;

    plan.slots = slotsOf(plan, facts, params);
    if (!plan.dedicated())
        plan.streams = std::min(alone ? kMaxStreams : plan.streams, plan.slots);
    if (limits.slots > 0)
        plan.slots = std::min(plan.slots, limits.slots);
    const StripeOp& op = plan.slotOp ? *plan.slotOp : facts.op;
    plan.slotBytes = bytesOfSlot(op, facts.batch, stages, facts.memory, plan.largest());
    setClaims(plan, facts, params);
    return plan;
}

RingLimits halfOf(const Plan& plan, const RingLimits& limits, int granule)
{
    const int64 units = plan.largest();
    if (plan.slots > kMinSlots)
        return {limits.units, std::max(kMinSlots, plan.slots / 2)};
    if (units > granule)
        return {std::min(roundedUp(dividedUp(units, 2), granule), units - granule), kMinSlots};
    return {};
}

}}  // namespace cv::cudastripe
