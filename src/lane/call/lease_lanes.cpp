// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The lanes of the devices that work for a call.

#include "lease_lanes.hpp"

#include "ring_plan.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr double kLeastStagedBytes = 1 << 18;  // of a thread's last stripe
constexpr double kMostWrittenBytes = 1 << 20;  // by the kernel of the last stripe

struct Leased
{
    DeviceEntry* entry;
    LaneWork work;
    LeasePool::Loan lease;
};

// Without CPU threads, devices divide the work by the rates of their links. So the host issues all stripes without a
// wait.
bool dividesByRates(const OpenCall& call, Route route)
{
    return route == Route::Striped && call.devices.size() > 1 && call.op->sameBits() && !call.saysHowToCut() &&
           !call.memory.any(MemoryKind::Pageable);
}

// How many such calls a second the device's link could carry.
double rateOf(const OpenCall& call, DeviceEntry& entry)
{
    const PlanInput size = call.size();
    const LinkRates link = entry.rates.find(!call.streamGiven).link;
    return 1 / std::max({size.uploadBytes / link.upload, size.downloadBytes / link.download, 1e-9});
}

// A null lease if not even the smallest ring can be had.
Leased leaseFor(const OpenCall& call, Route route, const StageList& stages, DeviceEntry& entry,
                const FrameFootprint* former)
{
    LaneWork work;
    work.stages = stages;
    work.divided = dividesByRates(call, route);
    if (work.divided)
        work.part = partByRate(call, entry);
    // For frames the link always counts as busy, so that all of one kind have one plan, and so one ring.
    work.linkIsBusy = hasCopies(stages) && (former || entry.pool.othersInFlight(call.caller));
    work.request.caller = call.caller;
    if (former) {
        work.request.frames = call.lastFrame;
        call.op->forEachAccess(call.image, call.op->units(),
                               [&](const KernelRef::Access& access) { work.footprint.memory.push_back(access); });
    }
    if (route == Route::Shared && call.fixesShare() && !call.saysHowToCut())
        work.part = 1 - call.params.hostShare;
    LeasePool::Loan lease = leaseRing(call, entry, work);
    if (lease && lease->follows)
        lease->follows = former->mayOverlap(work.footprint);
    return {&entry, std::move(work), std::move(lease)};
}

// In order of preference.
std::vector<StageList> stagesToTry(const OpenCall& call, Route route)
{
    std::vector<StageList> wanted;
    if (route == Route::Direct)
        wanted.push_back(directStages(call.memory));
    wanted.push_back(stripedStages(call));
    if (call.kernelsReach)
        wanted.push_back(directStages(call.memory));
    return wanted;
}

// Leases for the first stages that there is enough memory for.
Leased leaseAny(const OpenCall& call, Route route, const std::vector<StageList>& wanted, DeviceEntry& entry,
                const FrameFootprint* former)
{
    for (const StageList& stages : wanted) {
        Leased leased = leaseFor(call, route, stages, entry, former);
        if (leased.lease)
            return leased;
    }
    if (call.memory.any(MemoryKind::Device) || !call.op->sameBits()) {
        CV_Error_(Error::StsNoMem,
                  ("cudastripe: not enough memory on device %d for a stripe, and %s", entry.device->number(),
                   call.op->sameBits() ? "the image lies where the CPU cannot reach it"
                                       : "the operation rounds differently on the CPU"));
    }
    return {&entry, LaneWork(), LeasePool::Loan()};
}

// A download starts some microseconds after the kernel, so a short last stripe ends sooner without one.
bool lastWrites(const OpenCall& call, const LaneWork& work)
{
    if (work.polled || call.saysHowToCut() || !call.kernelsReach || work.linkIsBusy || !work.has(Stage::Upload) ||
        !work.has(Stage::Download))
        return false;
    const PlanInput size = call.size();
    return size.downloadBytes * double(work.plan.sizes.back()) / double(size.units) <= kMostWrittenBytes;
}

Taper taperOf(const OpenCall& call, const LaneWork& work, const Choice& choice, size_t devices)
{
    if (work.slotsAlone())
        return {1. / (kPartsOfAThread * choice.query.threads), kLeastStagedBytes};
    const bool others = choice.route == Route::Shared && !call.fixesShare();
    return taperBeside(others ? choice.query.threads : 0, call.saysHowToCut() ? 0 : static_cast<int>(devices) - 1);
}

void setTerms(LaneWork& work, const OpenCall& call, const Choice& choice, size_t devices)
{
    const PlanInput size = call.size();
    // Lanes that share stripes claim the next one only when an earlier one is done.
    work.polled = choice.route == Route::Shared || staged(work.stages) || (devices > 1 && !work.divided);
    const Taper taper = work.divided ? Taper() : taperOf(call, work, choice, devices);
    work.shareOfRest = taper.shareOfRest;
    const double most = std::max({size.uploadBytes, size.downloadBytes, 1.});
    work.leastUnits = std::max<int64>(1, static_cast<int64>(taper.leastBytes / most * double(size.units)));
    work.lastWrites = lastWrites(call, work);
}

}  // namespace

double partByRate(const OpenCall& call, DeviceEntry& entry)
{
    double all = 0;
    for (DeviceEntry* each : call.devices)
        all += rateOf(call, *each);
    return rateOf(call, entry) / all;
}

StageList stripedStages(const OpenCall& call)
{
    const bool reached = call.memory.any(MemoryKind::Pageable) && call.kernelsReach && !call.saysHowToCut();
    return reached ? directStages(call.memory) : deviceStages(call.memory);
}

std::vector<std::unique_ptr<CudaLane>> leaseLanes(const OpenCall& call, const Choice& choice, Claims& claims,
                                                  const FrameFootprint* former)
{
    std::vector<Leased> all;
    std::vector<StageList> wanted = stagesToTry(call, choice.route);
    for (DeviceEntry* entry : call.devices) {
        Leased leased = leaseAny(call, choice.route, wanted, *entry, former);
        if (leased.lease) {
            wanted = {leased.work.stages};  // the same for all devices
            all.push_back(std::move(leased));
        }
        if (!call.op->sameBits() || choice.route == Route::Direct)
            break;  // only one device
    }
    std::vector<std::unique_ptr<CudaLane>> lanes;
    for (Leased& leased : all) {
        setTerms(leased.work, call, choice, all.size());
        if (leased.work.divided) {
            leased.work.fixedPart = &leased != &all.back();
            leased.work.lastWrites = leased.work.lastWrites && leased.work.fixedPart;  // else others may follow
        }
        lanes.push_back(std::make_unique<CudaLane>(call, *leased.entry, leased.work, std::move(leased.lease), claims));
    }
    return lanes;
}

}}  // namespace cv::cudastripe
