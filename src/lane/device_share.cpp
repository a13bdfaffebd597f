// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "device_share.hpp"

#include <algorithm>

#include "../plan/taper.hpp"
#include "call_route.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr double kLeastStagedBytes = 1 << 18;  // of a thread's last stripe, which others wait for
constexpr double kMostWrittenBytes = 1 << 20;  // by the kernel of the last stripe

// All memory of the call.
std::vector<KernelRef::Access> accessesOf(const CallInput& call)
{
    std::vector<KernelRef::Access> memory;
    const StripeOp& op = call.op;
    for (size_t i = 0; i < op.inputs().size(); ++i)
        memory.push_back({call.image.in[i], op.rows(op.inputs()[i], op.units()), false});
    for (size_t i = 0; i < op.outputs().size(); ++i)
        memory.push_back({call.image.out[i], op.rows(op.outputs()[i], op.units()), true});
    return memory;
}

// Frames of one kind have one plan, and so one ring, whatever else there is to do.
bool linkIsBusy(const CallInput& call, const StageList& stages, DeviceEntry& entry, const FrameTrail* frames)
{
    return hasCopies(stages) && (frames || entry.pool.othersInFlight(call.caller));
}

// A short last stripe is done sooner without a copy, which starts some microseconds after the kernel; but copies use
// the link better.
bool lastWrites(const DeviceShare& share, const CallInput& call, const StriperParams& params, bool polled)
{
    if (polled || saysHowToCut(params) || !call.kernelsReach || share.linkIsBusy || !share.stages.has(Stage::Upload) ||
        !share.stages.has(Stage::Download))
        return false;
    const double part = double(share.ring.plan.sizes.back()) / double(call.size.units);
    return call.size.downloadBytes * part <= kMostWrittenBytes;
}

// Leases what the share's stages need; false if not even the smallest ring can be had.
bool leaseFor(DeviceShare& share, const CallInput& call, const StriperParams& params, Route way,
              const FrameTrail* frames)
{
    share.ring.request.caller = call.caller;
    share.ring.request.frames = frames ? call.frames : nullptr;
    if (frames)
        share.ring.trail.memory = accessesOf(call);
    share.ring.image = call.size;
    share.linkIsBusy = linkIsBusy(call, share.stages, *share.entry, frames);
    if (way == Route::Shared && fixesShare(params) && !saysHowToCut(params))
        share.ring.part = 1 - params.hostShare;
    const Urgency urgency = !call.streamGiven  ? Urgency::CallerWaits
                            : share.linkIsBusy ? Urgency::LinkIsBusy
                                               : Urgency::CallerGoesOn;
    share.lease = leaseRing(*share.entry, call.op, share.stages, call.ends, params, urgency, share.ring);
    if (share.lease && share.lease->follows)
        share.lease->follows = frames->mayOverlap(share.ring.trail);
    return share.lease != nullptr;
}

// In the order in which they are wanted.
std::vector<StageList> stagesToTry(const CallInput& call, const StriperParams& params, Route way)
{
    std::vector<StageList> wanted;
    if (way == Route::Direct)
        wanted.push_back(directStages(call.ends));
    wanted.push_back(stripedStages(call.ends, call.kernelsReach, params));
    if (call.kernelsReach)
        wanted.push_back(directStages(call.ends));
    return wanted;
}

Taper taperOf(const DeviceShare& share, const StriperParams& params, const LaneTerms& terms)
{
    if (slotsGoAlone(share.stages))
        return {1. / (kPartsOfAThread * terms.threads), kLeastStagedBytes};
    return taperBeside(terms.shared && !fixesShare(params) ? terms.threads : 0,
                       saysHowToCut(params) ? 0 : terms.devices - 1);
}

// Of so many bytes in the direction of the link that has more.
int64 leastUnits(const CallInput& call, double bytes)
{
    const double most = std::max(call.size.uploadBytes, call.size.downloadBytes);
    return std::max<int64>(1, static_cast<int64>(bytes / std::max(most, 1.) * double(call.size.units)));
}

}  // namespace

std::vector<DeviceShare> leaseShares(const CallInput& call, const std::vector<DeviceEntry*>& devices,
                                     const StriperParams& params, Route way, const FrameTrail* frames)
{
    std::vector<DeviceShare> shares;
    const std::vector<StageList> wanted = stagesToTry(call, params, way);
    for (DeviceEntry* entry : devices) {
        if (!canRun(*entry->device, call.op))
            continue;
        bool found = false;
        for (const StageList& stages : wanted) {
            // Devices that share a call all go the way of the first.
            if (!shares.empty() && stages != shares.front().stages)
                continue;
            DeviceShare share;
            share.entry = entry;
            share.stages = stages;
            if ((found = leaseFor(share, call, params, way, frames))) {
                shares.push_back(std::move(share));
                break;
            }
        }
        if (!found && (call.ends.any(End::Device) || !call.op.sameBits())) {
            CV_Error_(Error::StsNoMem,
                      ("cudastripe: device %d has not enough memory for one stripe, and %s", entry->device->number(),
                       call.op.sameBits() ? "the image lies where the CPU cannot reach it"
                                          : "the operation rounds differently on the CPU"));
        }
        if (!call.op.sameBits() || way == Route::Direct)
            break;  // one call runs in one place, and a small one on one device
    }
    return shares;
}

void startLane(DeviceShare& share, const CallInput& call, const StriperParams& params, const LaneTerms& terms,
               Claims& claims)
{
    const bool alone = slotsGoAlone(share.stages), ownStreams = alone || params.order != IssueOrder::Dedicated;
    const Taper taper = taperOf(share, params, terms);
    share.work.reset(new LaneWork{call.op, share.ring.slotOp ? *share.ring.slotOp : call.op, call.image, call.ends,
                                  share.stages, share.ring.plan, share.ring.unitsPerSlot, share.ring.slots,
                                  params.order, share.ring.streams, ownStreams, terms.polled, taper.shareOfRest,
                                  leastUnits(call, taper.leastBytes), lastWrites(share, call, params, terms.polled)});
    share.lane.reset(new CudaLane(*share.work, claims, *share.lease));
}

void orderBehindCaller(DeviceShare& share, const CallInput& call, CallStart& start)
{
    if (call.streamGiven) {
        share.lane->forkFrom(call.stream);
        share.before = share.lease->forked();
    } else {
        share.before = start.pending(*share.entry);
        share.lane->startBehind(share.before);
    }
}

}}  // namespace cv::cudastripe
