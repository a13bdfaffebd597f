// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "striped_call.hpp"

#include <algorithm>

#include "../device/pause.hpp"
#include "wait_for.hpp"

namespace cv { namespace cudastripe {

StripedCall::StripedCall(const CallInput& call, const CallRoute& route, const std::vector<DeviceEntry*>& devices,
                         const StriperParams& params, Claims& claims, const FrameTrail* frames)
    : call_(call),
      route_(route),
      params_(params),
      claims_(claims),
      shares_(leaseShares(call, devices, params, route.route, frames))
{
    if (shared() && fixesShare(params) && !shares_.empty())
        claims.fixBack(params.hostShare);
}

void StripedCall::run(bool waits, CallStart& callStart, HostTeam& team)
{
    start(waits, callStart);
    if (usesThreads())
        runThreads(team);
    finishLanes();
    close(waits);
}

bool StripedCall::undisturbed() const
{
    return std::none_of(shares_.begin(), shares_.end(),
                        [](const DeviceShare& share) { return share.before || share.linkIsBusy; });
}

void StripedCall::drain() noexcept
{
    for (DeviceShare& share : shares_)
        share.lease->drain();
}

void StripedCall::start(bool waits, CallStart& callStart)
{
    // Whoever shares the stripes may take the next one only when an earlier one is done.
    const bool polled = usesThreads() || shares_.size() > 1;
    const LaneTerms terms = {polled, shared(), route_.query.threads, static_cast<int>(shares_.size())};
    for (DeviceShare& share : shares_) {
        startLane(share, call_, params_, terms, claims_);
        orderBehindCaller(share, call_, callStart);
        Device& device = share.lease->device;
        // The host may touch memory only after the caller's earlier work.
        if (waits && share.before && usesThreads())
            waitFor(device, *share.before);
        if (share.work->slotsAlone() && share.lease->inFlight)
            waitFor(device, share.lease->done);
    }
}

void StripedCall::runThreads(HostTeam& team)
{
    for (DeviceShare& share : shares_)
        team.tell(share.lease->device);
    const int count = threads();
    const auto threadStep = [this](const HostLane& lane) {
        if (step() || (shared() && lane.work()))
            return Device::Step::Worked;
        return allFinished() || !staged(stages()) ? Device::Step::Done : Device::Step::Waits;
    };
    team.run(count, kPartsOfAThread * count, threadStep, waitsAsleep());
}

void StripedCall::finishLanes()
{
    Pause pause(waitsAsleep());
    while (!allFinished()) {
        if (step())
            pause.restart();
        else
            pause.yield();
    }
}

void StripedCall::close(bool waits)
{
    for (DeviceShare& share : shares_) {
        if (share.work->polled)
            continue;  // the host has seen the end of each stripe
        share.used = share.lane->close();
        if (share.used && call_.streamGiven)
            share.lane->joinTo(call_.stream);
    }
    for (DeviceShare& share : shares_) {
        if (!share.used || !waits)
            continue;
        share.lane.reset();  // while there is time
        waitFor(share.lease->device, share.lease->done);
        share.lease->inFlight = false;
    }
}

int StripedCall::threads() const
{
    if (shared() || !slotsGoAlone(stages()))
        return route_.query.threads;
    return stagingThreads(route_.query.hostBytes, route_.query.threads, route_.query.host);
}

bool StripedCall::waitsAsleep() const
{
    return std::any_of(shares_.begin(), shares_.end(), [](const auto& s) { return s.lease->device.waitsAsleep(); });
}

bool StripedCall::step()
{
    return std::any_of(shares_.begin(), shares_.end(), [](DeviceShare& share) { return share.lane->work(); });
}

bool StripedCall::allFinished() const
{
    return std::all_of(shares_.begin(), shares_.end(), [](const DeviceShare& s) { return s.lane->finished(); });
}

}}  // namespace cv::cudastripe
