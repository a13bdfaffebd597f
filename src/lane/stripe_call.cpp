// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "stripe_call.hpp"

#include <optional>

#include "../device/pause.hpp"
#include "call_route.hpp"
#include "device_share.hpp"
#include "direct_call.hpp"
#include "first_error.hpp"
#include "host_lane.hpp"
#include "start_gate.hpp"
#include "trace_range.hpp"
#include "wait_for.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr double kHostClaimBytes = 1 << 18;  // stays in a core's cache, and hides what a claim costs

class StripeCall
{
public:
    StripeCall(const CallInput& call, const StriperParams& params, Learned& learned)
        : call_(call),
          params_(params),
          learned_(learned),
          start_(!call.allOrdinary),
          claims_(call.op.units(), call.op.granule())
    {
    }

    bool run(const std::vector<DeviceEntry*>& devices)
    {
        const TraceRange range("cudastripe");
        for (DeviceEntry* entry : devices)
            entry->device->beginCall();
        FrameTrail trail;
        if (call_.frames)
            std::swap(trail, *call_.frames);  // after a failure no frame follows this one
        if (call_.streamGiven && call_.ends.all(End::Device)) {
            enqueueInCallersStream(call_, *devices[0]->device, claims_);
            return true;
        }
        const double start = now(devices);
        const CallRoute route = routeOf(call_, devices, params_, learned_);
        way_ = route.route;
        divided_ = route.kernelShare.part > 0;
        work_ = route.work;
        hostThreads_ = route.hostThreads;
        available_ = divided_ ? route.kernelShare.threads : route.threads;
        DeviceEntry* const direct = goesDirect() ? firstThatRuns(devices, call_.op) : nullptr;
        if (!direct && way_ != Route::Host)
            shares_ = leaseShares(call_, devices, params_, way_, mayOverlap() ? &trail : nullptr);
        if (shared() && fixesShare(params_) && !shares_.empty())
            claims_.fixBack(params_.hostShare);
        if (divided_ && direct)
            claims_.fixBack(1 - route.kernelShare.part);
        try {
            if (devices.size() > 1 && way_ != Route::Host)
                followEachOther(devices);
            // One stream is all that it takes, whose order is the caller's.
            if (direct && call_.streamGiven && !divided_ && !call_.anyOrdinary())
                enqueueInCallersStream(call_, *direct->device, claims_);
            else if (direct)
                runDirect(*direct, route.kind);
            else if (shares_.empty())
                runOnHost(devices);
            else
                runOnDevices();
        } catch (...) {
            for (DeviceShare& share : shares_)
                share.lease->drain();
            if (direct_)
                direct_->drain();
            throw;
        }
        if (mayOverlap() && !shares_.empty())
            *call_.frames = std::move(shares_.front().ring.trail);
        if (!call_.streamGiven && call_.op.sameBits() && !fixesShare(params_) && !saysHowToCut(params_))
            learned_.times.learn(route.kind, way_, now(devices) - start);
        return !waits() && !devices.empty();
    }

private:
    static double now(const std::vector<DeviceEntry*>& devices)
    {
        return devices.empty() ? double(getTickCount()) / getTickFrequency() : devices.front()->device->now();
    }

    //! True if the call returns when its result is ready.
    bool waits() const
    {
        return !call_.streamGiven || call_.anyOrdinary() || divided_ || way_ == Route::Host || way_ == Route::Shared;
    }
    bool shared() const { return way_ == Route::Shared; }
    const StageList& stages() const { return shares_.front().stages; }  // all shares have the same

    // What a caller says about cutting, and what a call leaves behind for the next one, is about lanes.
    bool goesDirect() const
    {
        return (way_ == Route::Direct || divided_) && call_.kernelsReach && !call_.ends.any(End::Ordinary) &&
               !saysHowToCut(params_) && !mayOverlap();
    }

    bool mayOverlap() const
    {
        const bool onlyDevice = way_ == Route::Direct || way_ == Route::Striped;
        return call_.frames && !call_.anyOrdinary() && onlyDevice;
    }

    // What a device does follows its own default stream only, but the call is to follow all of them.
    void followEachOther(const std::vector<DeviceEntry*>& devices)
    {
        CallStart start(!call_.allOrdinary);  // whose marks are free for the rest of the call
        for (DeviceEntry* entry : devices) {
            if (const auto before = start.pending(*entry))
                waitFor(*entry->device, *before);
        }
    }

    void runOnDevices()
    {
        // Whoever shares the stripes may take the next one only when an earlier one is done.
        const bool polled = staged(stages()) || shared() || shares_.size() > 1;
        const LaneTerms terms = {polled, shared(), available_, static_cast<int>(shares_.size())};
        for (DeviceShare& share : shares_) {
            startLane(share, call_, params_, terms, claims_);
            orderBehindCaller(share, call_, start_);
            Device& device = share.lease->device;
            // The host may touch ordinary memory only after the caller's earlier work.
            if (waits() && share.before && (staged(stages()) || shared()))
                waitFor(device, *share.before);
            if (share.work->slotsAlone() && share.lease->inFlight)
                waitFor(device, share.lease->done);
        }
        if (staged(stages()) || shared()) {
            for (DeviceShare& share : shares_)
                tell(share.lease->device);
            runThreads(true);
        }
        Pause pause(waitsAsleep());
        while (!allFinished()) {
            if (step())
                pause.restart();
            else
                pause.yield();
        }
        for (DeviceShare& share : shares_) {
            if (share.work->polled)
                continue;  // the host has seen the end of each stripe
            share.used = share.lane->close();
            if (share.used && call_.streamGiven)
                share.lane->joinTo(call_.stream);
        }
        for (DeviceShare& share : shares_) {
            if (!share.used || !waits())
                continue;
            share.lane.reset();  // while there is time
            waitFor(share.lease->device, share.lease->done);
            share.lease->inFlight = false;
        }
    }

    // Divided, a kernel does the front while threads do the rest, and the caller waits for both.
    void runDirect(DeviceEntry& entry, const RouteTimes::Kind& kind)
    {
        direct_.emplace(call_, entry, start_);
        direct_->launch(claims_);
        if (!divided_) {
            direct_->wait();
            return;
        }
        Device& device = direct_->device();
        const double start = device.now();
        if (direct_->before())
            waitFor(device, *direct_->before());
        tell(device);
        runThreads(false);
        const double threadsDone = device.now();
        if (direct_->launched()) {
            direct_->wait();
            learned_.times.balance(kind, threadsDone - start, device.now() - threadsDone);
        }
    }

    void runOnHost(const std::vector<DeviceEntry*>& devices)
    {
        for (DeviceEntry* entry : devices) {
            tell(*entry->device);
            if (!call_.streamGiven) {
                if (const auto before = start_.pending(*entry))
                    gate_.add(*entry->device, *before);
                continue;
            }
            const LeasePool::Loan lease = entry->pool.acquire({});
            lease->device.record(lease->forked(), call_.stream);
            waitFor(lease->device, lease->forked());
        }
        runThreads(false);
    }

    // What the host does, if it wants to know.
    void tell(Device& device)
    {
        if (device.watchesHost())
            told_.push_back(&device);
    }

    void runThreads(bool withDevices)
    {
        const int threads = worthWaking(withDevices);
        const bool shares = withDevices && shared();
        const bool oneThread = threads == 1 && !withDevices;  // for which pieces would only cost
        const int parts = withDevices ? kPartsOfAThread * threads : threads;
        const HostLane host(call_.op, call_.image, claims_,
                            oneThread ? call_.op.units() : unitsOf(call_.op, kHostClaimBytes), oneThread ? 1 : parts,
                            unitsOf(call_.op, kLeastClaimBytes), told_);
        const auto step = [&] { return nextStep(withDevices ? nullptr : &host, shares ? &host : nullptr); };
        gate_.letIn(threads, [&] {
            if (told_.empty())
                runHostLoop(threads, step, waitsAsleep());
            else
                told_.front()->hostLoop(threads, step);
            error_.rethrow();
        });
        if (!withDevices || shares)
            host.teach(learned_.rates, *work_, threads);
    }

    bool waitsAsleep() const
    {
        return std::any_of(shares_.begin(), shares_.end(), [](const auto& s) { return s.lease->device.waitsAsleep(); });
    }

    int worthWaking(bool withDevices) const
    {
        if (divided_ || (withDevices && (shared() || !slotsGoAlone(stages()))))
            return available_;
        if (withDevices)
            return stagingThreads(work_->bytes, available_, learned_.rates.host());
        return hostThreads_;
    }

    // What every thread does: no step waits for another thread, and any thread can finish everything.
    Device::Step nextStep(const HostLane* hostOnly, const HostLane* sharedHost)
    {
        try {
            if (error_.any())
                return Device::Step::Done;
            if (!gate_.open())
                return gate_.gaveUp() ? Device::Step::Done : Device::Step::Waits;
            if (hostOnly)
                return hostOnly->work() ? Device::Step::Worked : Device::Step::Done;
            if (step() || (sharedHost && sharedHost->work()))
                return Device::Step::Worked;
            return allFinished() || !staged(stages()) ? Device::Step::Done : Device::Step::Waits;
        } catch (...) {
            error_.keep();
            return Device::Step::Done;
        }
    }

    bool step()
    {
        return std::any_of(shares_.begin(), shares_.end(), [](DeviceShare& share) { return share.lane->work(); });
    }

    bool allFinished() const
    {
        return std::all_of(shares_.begin(), shares_.end(), [](const DeviceShare& s) { return s.lane->finished(); });
    }

    const CallInput& call_;
    const StriperParams& params_;
    Learned& learned_;
    Route way_ = Route::Host;
    bool divided_ = false;  // a kernel and host threads each have their part from the start
    std::optional<WorkKind> work_;
    int available_ = 1;    // host threads that may work for it
    int hostThreads_ = 1;  // of these that are worth waking if it goes by the host alone
    CallStart start_;
    StartGate gate_;  // of the host's threads
    Claims claims_;
    std::optional<DirectCall> direct_;
    std::vector<Device*> told_;
    std::vector<DeviceShare> shares_;  // complete before the first lane starts, which refers to its share
    FirstError error_;
};

}  // namespace

bool runStripes(const CallInput& call, const std::vector<DeviceEntry*>& devices, const StriperParams& params,
                Learned& learned)
{
    return StripeCall(call, params, learned).run(devices);
}

}}  // namespace cv::cudastripe
