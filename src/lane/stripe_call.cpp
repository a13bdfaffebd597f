// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "stripe_call.hpp"

#include <optional>

#include "../plan/tuning.hpp"
#include "divided_call.hpp"
#include "striped_call.hpp"
#include "trace_range.hpp"
#include "wait_for.hpp"

namespace cv { namespace cudastripe {
namespace {

class StripeCall
{
public:
    StripeCall(const CallInput& call, const std::vector<DeviceEntry*>& devices, const StriperParams& params)
        : call_(call),
          devices_(devices),
          params_(params),
          device_(firstThatRuns(devices, call.op)),
          start_(!call.allOrdinary),
          claims_(call.op.units(), call.op.granule()),
          team_(call, claims_)
    {
    }

    //! True if work is left in flight.
    bool run()
    {
        FrameTrail trail;
        if (call_.frames)
            std::swap(trail, *call_.frames);  // after a failure no frame follows this one
        if (call_.streamGiven && call_.ends.all(End::Device)) {
            enqueueInCallersStream(call_, *devices_[0]->device, claims_);
            return true;
        }
        if (isCheap()) {
            startTeam();
            team_.finishAlone();
            return false;
        }
        if (device_)
            device_->breaker.update();
        const CallRoute route = routeOf(call_, devices_, params_, hostCost());
        if (route.route == Route::Host || claims_.unclaimed() == 0) {
            runOnHost(route);
            return false;
        }
        followEachOther();
        return device_ && goesDirect(route) ? runDirect(*device_, route) : runStriped(route, trail);
    }

private:
    // One thread has done it before others are awake, or a device has begun.
    bool isCheap() const
    {
        if (call_.streamGiven || !call_.allOrdinary || !leavesSharesOpen(params_))
            return false;
        const bool onHost =
            params_.route == Route::Host || (params_.route == Route::Auto && (!device_ || call_.op.sameBits()));
        const double cost = call_.op.hostCost();
        return onHost && cost > 0 && cost * call_.op.bytes(call_.op.units()) <= kCheapBytes;
    }

    // What a caller says about cutting, and what a call leaves behind for the next one, is about lanes.
    bool goesDirect(const CallRoute& route) const
    {
        return (route.route == Route::Direct || route.kernelShare.part > 0) && call_.kernelsReach &&
               !call_.ends.any(End::Ordinary) && !saysHowToCut(params_) && !mayOverlap(route);
    }

    bool mayOverlap(const CallRoute& route) const
    {
        return call_.frames && !call_.anyOrdinary() && route.route != Route::Shared;
    }

    // Of an operation that nobody knows, on what a CPU may do.
    double hostCost()
    {
        const double known = call_.op.hostCost();
        if (known > 0)
            return known;
        const bool may = params_.route == Route::Auto && leavesSharesOpen(params_) && !call_.streamGiven &&
                         call_.op.sameBits() && !call_.ends.any(End::Device) && call_.hostMayRead();
        if (!may)
            return known;
        startTeam();
        return team_.tryOut(device_ ? device_->rates.find(true).host : HostRates());
    }

    void startTeam()
    {
        if (teamStarted_)
            return;
        for (DeviceEntry* entry : devices_) {
            team_.tell(*entry->device);
            team_.startBehind(*entry, start_);
        }
        teamStarted_ = true;
    }

    // What a device does follows its own default stream only, but the call is to follow all of them.
    void followEachOther()
    {
        if (devices_.size() < 2)
            return;
        CallStart start(!call_.allOrdinary);  // whose marks are free for the rest of the call
        for (DeviceEntry* entry : devices_) {
            if (const auto before = start.pending(*entry))
                waitFor(*entry->device, *before);
        }
    }

    void runOnHost(const CallRoute& route)
    {
        startTeam();
        team_.finish(route.hostThreads);
    }

    bool runDirect(DeviceEntry& entry, const CallRoute& route)
    {
        const bool divided = route.kernelShare.part > 0;
        // One stream is all that it takes, whose order is the caller's.
        if (call_.streamGiven && !divided && !call_.anyOrdinary()) {
            enqueueInCallersStream(call_, *entry.device, claims_);
            return true;
        }
        DirectCall direct(call_, entry, start_);
        Breaker::Use use(entry.breaker);
        try {
            if (divided) {
                DividedCall(call_, direct, team_, claims_).run(route.kernelShare);
            } else {
                direct.launch(claims_, call_.op.units());
                direct.wait();
            }
        } catch (...) {
            direct.drain();
            throw;
        }
        if (!direct.before())
            tellBreaker(use, route, Route::Direct);
        return false;
    }

    bool runStriped(const CallRoute& route, const FrameTrail& trail)
    {
        StripedCall striped(call_, route, devices_, params_, claims_, mayOverlap(route) ? &trail : nullptr);
        if (striped.empty()) {
            runOnHost(route);
            return false;
        }
        const bool waits = !call_.streamGiven || call_.anyOrdinary() || route.route == Route::Shared;
        std::optional<Breaker::Use> use;
        if (waits)
            use.emplace(device_->breaker);
        try {
            striped.run(waits, start_, team_);
        } catch (...) {
            striped.drain();
            throw;
        }
        if (use && striped.undisturbed())
            tellBreaker(*use, route, Route::Striped);
        if (mayOverlap(route))
            *call_.frames = std::move(striped.trail());
        return !waits;
    }

    static void tellBreaker(Breaker::Use& use, const CallRoute& route, Route alone)
    {
        const RouteEstimate& device = route.estimates[routeIndex(alone)];
        if (device.possible)
            use.ended(device.seconds, route.estimates[routeIndex(Route::Host)].seconds);
    }

    const CallInput& call_;
    const std::vector<DeviceEntry*>& devices_;
    const StriperParams& params_;
    DeviceEntry* const device_;  // the first one that can run the operation; null if none can
    CallStart start_;
    Claims claims_;
    HostTeam team_;
    bool teamStarted_ = false;
};

}  // namespace

bool runStripes(const CallInput& call, const std::vector<DeviceEntry*>& devices, const StriperParams& params)
{
    const TraceRange range("cudastripe");
    for (DeviceEntry* entry : devices)
        entry->device->beginCall();
    return StripeCall(call, devices, params).run();
}

}}  // namespace cv::cudastripe
