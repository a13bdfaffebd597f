// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Calls that may need a plan, a lease or threads.

#include "stripe_call.hpp"

#include <cmath>
#include <optional>

#include "../../plan/tuning.hpp"
#include "../earlier_work.hpp"
#include "../trace_range.hpp"
#include "divided_call.hpp"
#include "striped_call.hpp"

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
        FrameFootprint former;
        if (call_.lastFrame)
            std::swap(former, *call_.lastFrame);  // after a failure no frame overlaps with this one
        if (device_)
            device_->breaker.update();
        const Choice choice = choose(call_, hostCost());
        if (choice.route == Route::Host || claims_.unclaimed() == 0) {
            runOnHost(choice);
            return false;
        }
        // Each device follows its own default stream, but the call follows those of all.
        if (call_.devices.size() > 1)
            waitOnce();
        if (device_ && goesDirect(choice)) {
            const bool several = call_.batch && call_.devices.size() > 1 && call_.op->sameBits();
            return several && choice.kernelShare.part == 0 ? runOnDevices() : runDirect(*device_, choice);
        }
        if (!call_.batch)
            return runStriped(choice, former);
        if (!device_ || !runStagedBatch(call_, *device_))
            runBatchOnHost(choice);
        return false;
    }

private:
    bool goesDirect(const Choice& choice) const
    {
        if (!call_.kernelsReach || call_.memory.any(MemoryKind::Pageable))
            return false;
        return call_.batch || ((choice.route == Route::Direct || choice.kernelShare.part > 0) &&
                               !call_.saysHowToCut() && !mayOverlap(choice));
    }

    bool mayOverlap(const Choice& choice) const
    {
        return call_.lastFrame && !call_.anyPageable() && choice.route != Route::Shared;
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

    //! Waits for the caller's earlier work, unless that was done.
    void waitOnce()
    {
        if (!std::exchange(waited_, true))
            waitForEarlierWork(call_);
    }

    // For a batch that has got no page-locked memory.
    void runBatchOnHost(const Choice& choice)
    {
        if (call_.memory.any(MemoryKind::Device)) {
            CV_Error(Error::StsNoMem,
                     "cudastripe: a batch between pageable and device memory needs page-locked memory; "
                     "StriperParams::stagingMemoryLimit or the driver does not allow it");
        }
        runOnHost(choice);
    }

    void runOnHost(const Choice& choice)
    {
        waitOnce();
        team_.finish(threadsWorthWaking(choice.query));
    }

    //! A part of a batch on each device.
    bool runOnDevices()
    {
        std::vector<std::unique_ptr<DirectCall>> parts;
        double units = 0;
        for (DeviceEntry* entry : call_.devices) {
            parts.push_back(std::make_unique<DirectCall>(call_, *entry));
            units += partByRate(call_, *entry) * double(call_.op->units());
            parts.back()->launch(claims_, std::llround(units) - (call_.op->units() - claims_.unclaimed()));
        }
        for (const auto& part : parts)
            part->wait();
        return false;
    }

    bool runDirect(DeviceEntry& entry, const Choice& choice)
    {
        const bool divided = choice.kernelShare.part > 0;
        if (call_.streamGiven && !divided && !call_.anyPageable()) {
            enqueueInCallersStream(call_, *entry.device);
            return true;
        }
        std::optional<Breaker::Use> use;  // until `kernels` have ended, also after a failure
        DirectCall kernels(call_, entry);
        entry.breaker.prepare();
        use.emplace(entry.breaker);
        bool threadsWereLast = false;
        if (divided) {
            threadsWereLast = DividedCall(call_, kernels, team_, claims_).run(choice.kernelShare);
        } else {
            kernels.launch(claims_, call_.op->units());
            kernels.wait();
        }
        if (!kernels.before() && !threadsWereLast)
            compare(*use, choice, Route::Direct, 1);
        return false;
    }

    bool runStriped(const Choice& choice, const FrameFootprint& former)
    {
        std::optional<Breaker::Use> use;  // until `striped` has ended, also after a failure
        StripedCall striped(call_, choice, claims_, mayOverlap(choice) ? &former : nullptr);
        if (striped.empty()) {
            runOnHost(choice);
            return false;
        }
        const bool waits = !call_.streamGiven || call_.anyPageable() || choice.route == Route::Shared;
        if (waits && device_) {
            device_->breaker.prepare();
            use.emplace(device_->breaker);
        }
        striped.run(waits, team_);
        if (use && striped.undisturbed() && !striped.threadsWereLast())
            compare(*use, choice, Route::Striped, striped.part());
        if (mayOverlap(choice))
            *call_.lastFrame = striped.footprint();
        return !waits;
    }

    // Compares the time of a device that did a part of the call with the prediction.
    static void compare(Breaker::Use& use, const Choice& choice, Route alone, double part)
    {
        const RouteEstimate& estimate = choice.estimates[routeIndex(alone)];
        if (estimate.possible)
            use.ended(part * estimate.seconds + (part < 1 ? kStripedSeconds : 0),
                      choice.estimates[routeIndex(Route::Host)].seconds);
    }

    const OpenCall& call_;
    DeviceEntry* const device_;  // the first one; null if the devices cannot run the operation
    Claims claims_;
    HostTeam team_;
    bool waited_ = false;
};

}  // namespace

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
        enqueueInCallersStream(call, *call.devices[0]->device);
        return true;
    }
    if (isSmall(call)) {
        runOnCallingThread(call);
        return false;
    }
    return StripeCall(call).run();
}

}}  // namespace cv::cudastripe
