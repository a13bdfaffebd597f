// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "stripe_call.hpp"

#include <optional>

#include "../../plan/tuning.hpp"
#include "../trace_range.hpp"
#include "../wait_for.hpp"
#include "divided_call.hpp"
#include "small_call.hpp"
#include "striped_call.hpp"

namespace cv { namespace cudastripe {
namespace {

//! Tells the breaker of a device, if there is one, what a call took.
class Judge
{
public:
    Judge(DeviceEntry* entry, const Choice& choice) : choice_(choice)
    {
        if (entry && choice.route != Route::Host) {
            entry->breaker.prepare();
            device_.emplace(entry->breaker);
        }
    }

    //! The device did so much of the work.
    void device(Route alone, double part) const
    {
        if (device_ && possible(alone))
            device_->ended(part * seconds(alone) + (part < 1 ? kStripedSeconds : 0), seconds(Route::Host));
    }

private:
    bool possible(Route route) const { return choice_.estimates[routeIndex(route)].possible; }
    double seconds(Route route) const { return choice_.estimates[routeIndex(route)].seconds; }

    const Choice& choice_;
    mutable std::optional<Breaker::Use> device_;
};

//! A call that may pay for a plan, a lease or threads.
class StripeCall
{
public:
    explicit StripeCall(const OpenCall& call)
        : call_(call),
          device_(call.device()),
          start_(!call.allPageable),
          claims_(call.op->units(), call.op->granule()),
          team_(call, claims_)
    {
    }

    //! True if work is left in flight.
    bool run()
    {
        FrameTrail former;
        if (call_.frames)
            std::swap(former, *call_.frames);  // after a failure no frame follows this one
        if (device_)
            device_->breaker.update();
        const Choice choice = choose(call_, hostCost());
        if (choice.route == Route::Host || claims_.unclaimed() == 0) {
            runOnHost(choice);
            return false;
        }
        followEachOther();
        return device_ && goesDirect(choice) ? runDirect(*device_, choice) : runStriped(choice, former);
    }

private:
    // What a caller says about cutting, and what a call leaves behind for the next one, is about lanes.
    bool goesDirect(const Choice& choice) const
    {
        return (choice.route == Route::Direct || choice.kernelShare.part > 0) && call_.kernelsReach &&
               !call_.memory.any(MemoryKind::Pageable) && !call_.saysHowToCut() && !mayOverlap(choice);
    }

    bool mayOverlap(const Choice& choice) const
    {
        return call_.frames && !call_.anyPageable() && choice.route != Route::Shared;
    }

    // Of an operation that nobody knows, on what a CPU may do.
    double hostCost()
    {
        const double known = call_.op->hostCost();
        if (known > 0)
            return known;
        const bool may = call_.params.route == Route::Auto && call_.leavesSharesOpen() && !call_.streamGiven &&
                         call_.op->sameBits() && !call_.memory.any(MemoryKind::Device) && call_.hostMayRead();
        if (!may)
            return known;
        startTeam();
        return team_.tryOut(device_ ? device_->rates.find(true).host : HostRates());
    }

    void startTeam()
    {
        if (teamStarted_)
            return;
        for (DeviceEntry* entry : call_.devices) {
            team_.tell(*entry->device);
            team_.startBehind(*entry, start_);
        }
        teamStarted_ = true;
    }

    // What a device does follows its own default stream only, but the call is to follow all of them.
    void followEachOther()
    {
        if (call_.devices.size() < 2)
            return;
        CallStart start(!call_.allPageable);  // whose marks are free for the rest of the call
        for (DeviceEntry* entry : call_.devices) {
            if (const auto before = start.pending(*entry))
                waitFor(*entry->device, *before);
        }
    }

    void runOnHost(const Choice& choice)
    {
        startTeam();
        team_.finish(threadsWorthWaking(choice.query));
    }

    bool runDirect(DeviceEntry& entry, const Choice& choice)
    {
        const bool divided = choice.kernelShare.part > 0;
        // One stream is all that it takes, whose order is the caller's.
        if (call_.streamGiven && !divided && !call_.anyPageable()) {
            enqueueInCallersStream(call_, *entry.device);
            return true;
        }
        DirectCall direct(call_, entry, start_);
        const Judge judge(device_, choice);
        bool threadsWereLast = false;
        try {
            if (divided) {
                threadsWereLast = DividedCall(call_, direct, team_, claims_).run(choice.kernelShare);
            } else {
                direct.launch(claims_, call_.op->units());
                direct.wait();
            }
        } catch (...) {
            direct.drain();
            throw;
        }
        if (!direct.before() && !threadsWereLast)
            judge.device(Route::Direct, 1);
        return false;
    }

    bool runStriped(const Choice& choice, const FrameTrail& former)
    {
        StripedCall striped(call_, choice, claims_, mayOverlap(choice) ? &former : nullptr);
        if (striped.empty()) {
            runOnHost(choice);
            return false;
        }
        const bool waits = !call_.streamGiven || call_.anyPageable() || choice.route == Route::Shared;
        const Judge judge(waits ? device_ : nullptr, choice);
        try {
            striped.run(waits, start_, team_);
        } catch (...) {
            striped.drain();
            throw;
        }
        if (striped.undisturbed() && !striped.threadsWereLast())
            judge.device(Route::Striped, striped.part());
        if (mayOverlap(choice))
            *call_.frames = striped.trail();
        return !waits;
    }

    const OpenCall& call_;
    DeviceEntry* const device_;  // the first one that can run the operation; null if none can
    CallStart start_;
    Claims claims_;
    HostTeam team_;
    bool teamStarted_ = false;
};

}  // namespace

bool runStripes(const OpenCall& call)
{
    const TraceRange range("cudastripe");
    for (DeviceEntry* entry : call.devices)
        entry->device->beginCall();
    if (call.staysOnDevice()) {
        if (call.frames)
            *call.frames = FrameTrail();
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
