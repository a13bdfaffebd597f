// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Calls that may need a plan, a lease or threads.

#include "stripe_call.hpp"

#include "../../device/wait_for.hpp"
#include "../../plan/tuning.hpp"
#include "../earlier_work.hpp"
#include "../graph/capture_device.hpp"
#include "../ring/stripe_kernels.hpp"
#include "../trace_range.hpp"
#include "call_rings.hpp"
#include "ring_lease.hpp"

namespace cv { namespace cudastripe {
namespace {

class StripeCall
{
public:
    explicit StripeCall(const OpenCall& call)
        : call_(call), device_(call.device()), claims_(call.op->units(), call.op->granule()), team_(call, claims_)
    {
    }

    //! True if work is left in flight.
    bool run()
    {
        FrameFootprint previous;
        if (call_.lastFrame)
            std::swap(previous, *call_.lastFrame);  // after a failure no frame overlaps with this one
        if (device_)
            device_->breaker.update();
        const Choice choice = choose(call_, hostCost());
        if (choice.route == Route::Host || claims_.unclaimed() == 0) {
            runOnHost(choice);
            return false;
        }
        // A device waits only for its own default stream, but the call must follow the default streams of all devices.
        if (call_.devices.size() > 1)
            waitOnce();
        const bool waits = !call_.streamGiven || call_.anyPageable() || choice.route == Route::Shared;
        if (!waits && choice.direct && !mayOverlap(choice) && (call_.batch || !call_.saysHowToCut()) &&
            enqueueInCallersStream(call_, *device_))
            return true;
        return runOnDevices(choice, waits, previous);
    }

private:
    bool mayOverlap(const Choice& choice) const
    {
        return call_.lastFrame && !call_.batch && !call_.anyPageable() && choice.route != Route::Shared;
    }

    // Measures an unknown cost if the CPU may do the call.
    double hostCost()
    {
        const double known = call_.op->hostCost();
        if (known > 0)
            return known;
        const bool may = call_.params.route == Route::Auto && call_.leavesSharesOpen() && !call_.streamGiven &&
                         call_.op->sameBits() && !call_.memory.any(MemoryKind::Device) && call_.hostMayRead();
        if (!may)
            return known;
        waitOnce();
        return team_.measureCost(device_ ? device_->rates.find(true).host : HostRates());
    }

    //! Waits for the caller's earlier work, unless it has already waited.
    void waitOnce()
    {
        if (!std::exchange(waited_, true))
            waitForEarlierWork(call_);
    }

    void runOnHost(const Choice& choice)
    {
        waitOnce();
        team_.finish(threadsFor(ThreadWork::Everything, choice.query));
    }

    bool runOnDevices(const Choice& choice, bool waits, const FrameFootprint& previous)
    {
        std::optional<Breaker::Use> use;  // until the rings have ended, also after a failure
        CallRings rings(call_, choice, claims_, mayOverlap(choice) ? &previous : nullptr);
        if (rings.empty()) {
            runOnHost(choice);
            return false;
        }
        if (waits && device_) {
            device_->breaker.prepare();
            use.emplace(device_->breaker);
        }
        rings.run(waits, team_);
        const bool predicted = !call_.batch || choice.direct;
        if (use && predicted && rings.undisturbed() && !rings.threadsWereLast())
            compare(*use, choice, rings.part());
        if (mayOverlap(choice))
            *call_.lastFrame = rings.footprint();
        return !waits;
    }

    // Compares the time of a device with the prediction. `part`: the fraction of the call that devices did.
    void compare(Breaker::Use& use, const Choice& choice, double part) const
    {
        const bool direct = choice.direct && !call_.saysHowToCut();
        const RouteEstimate& estimate = choice.estimates[routeIndex(direct ? Route::Direct : Route::Striped)];
        const double meeting = part < 1 && !direct ? kStripedSeconds : 0;
        if (estimate.possible)
            use.ended((direct ? 1 : part) * estimate.seconds + meeting,
                      choice.estimates[routeIndex(Route::Host)].seconds);
    }

    const OpenCall& call_;
    DeviceEntry* const device_;  // the first one; null if the devices cannot run the operation
    Claims claims_;
    HostTeam team_;
    bool waited_ = false;
};

[[noreturn]] void throwNoMemoryInGraph(const DeviceEntry& ofGraph)
{
    CV_Error_(Error::StsNoMem,
              ("cudastripe: not enough memory on device %d for a stripe, and CPU threads cannot work in a graph",
               ofGraph.device->number()));
}

void captureStripes(OpenCall call, const Choice& choice, DeviceEntry& ofGraph)
{
    call.devices = {&ofGraph};
    Claims claims(call.op->units(), call.op->granule());
    HostTeam team(call, claims);
    CallRings rings(call, choice, claims, nullptr);
    if (rings.empty())
        throwNoMemoryInGraph(ofGraph);
    rings.run(false, team);
}

// Adds the nodes of a call to the graph: kernels in the caller's stream, or stripes. `ofGraph` and its leases end with
// the function, which adds the nodes that free their memory.
void captureCall(const OpenCall& call)
{
    DeviceEntry& entry = *call.devices.front();
    DeviceEntry ofGraph(std::make_shared<CaptureDevice>(entry.device, call.stream, *call.capture, entry.released),
                        call.params);
    ofGraph.rates.set(entry.rates.find(false));
    if (call.batch || call.memory.all(MemoryKind::Device)) {
        if (!enqueueInCallersStream(call, ofGraph))
            throwNoMemoryInGraph(ofGraph);
        return;
    }
    const Choice choice = choose(call, call.op->hostCost());
    if (!choice.direct || !call.kernelsReach || call.saysHowToCut() || !enqueueInCallersStream(call, ofGraph))
        captureStripes(call, choice, ofGraph);
}

// Does a call as one piece, after the caller's earlier work: no plan, no lease, no other thread.
void runOnCallingThread(const OpenCall& call)
{
    waitForEarlierWork(call);
    Claims claims(call.op->units(), call.op->granule());
    HostTeam(call, claims).convert(1);
}

}  // namespace

bool enqueueInCallersStream(const OpenCall& call, DeviceEntry& entry)
{
    Device& device = *entry.device;
    const PlannedRing ring = call.op->hasPasses() ? planInCallersStream(call, entry) : PlannedRing();
    if (call.op->hasPasses() && !ring.entry)
        return false;
    Lease* const lease = ring.lease.get();
    const int64 most = lease ? ring.plan.largest() : StripeOp::kMaxUnitsOfAKernel;
    Stripe stripe;
    try {
        if (lease && lease->inFlight)
            device.wait(call.stream, lease->done);
        stripe.device = lease ? lease->deviceMemory.get() : nullptr;
        for (; stripe.first < call.op->units(); stripe.first += stripe.units, ++stripe.number) {
            stripe.units = std::min(call.op->units() - stripe.first, most);
            const TraceRange range(Stage::RunDevice);
            device.mark(call.stream, stripe.number);
            enqueueKernels(call, ring.plan, stripe, device, call.stream);
        }
        if (lease) {
            device.record(lease->done, call.stream);
            lease->inFlight = lease->inCallersStream = true;
            lease->usesLink = !call.memory.all(MemoryKind::Device);
        }
    } catch (...) {
        // A batch, or passes, may have launched some of their kernels.
        const bool idle = !(stripe.number > 0 || call.batch || lease) || waitUntilIdle(device, call.stream);
        if (lease)
            lease->lost = !idle;
        throw;
    }
    return true;
}

bool isSmall(const OpenCall& call)
{
    const StripeOp& op = *call.op;
    const double cost = op.hostCost();  // 0 if it is not known
    if (call.streamGiven || cost <= 0 || cost * op.bytes(op.units()) > kCheapBytes)
        return false;
    const bool onHost =
        call.params.route == Route::Host || (call.params.route == Route::Auto && (op.sameBits() || !call.device()));
    return onHost && call.leavesSharesOpen() && !call.memory.any(MemoryKind::Device) && call.hostMayRead();
}

bool runStripes(const OpenCall& call)
{
    const TraceRange range("cudastripe");
    for (DeviceEntry* entry : call.devices) {
        entry->device->beginCall();
        entry->releaseKept();
    }
    if (call.capture) {
        captureCall(call);
        return true;
    }
    if (call.staysOnDevice()) {
        if (call.lastFrame)
            *call.lastFrame = FrameFootprint();
        if (!enqueueInCallersStream(call, *call.devices[0]))
            throwNoMemory(call, *call.devices[0]);
        return true;
    }
    if (isSmall(call)) {
        runOnCallingThread(call);
        return false;
    }
    return StripeCall(call).run();
}

}}  // namespace cv::cudastripe
