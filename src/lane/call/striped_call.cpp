// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Calls whose stripes are claimed by devices, and by CPU threads if the call is shared.

#include "striped_call.hpp"

#include <algorithm>

#include "../../device/pause.hpp"
#include "../../device/wait_for.hpp"

namespace cv { namespace cudastripe {

StripedCall::StripedCall(const OpenCall& call, const Choice& choice, Claims& claims, const FrameFootprint* former)
    : call_(call), choice_(choice), lanes_(leaseLanes(call, choice, claims, former))
{
    if (shared() && call.fixesShare() && !empty())
        claims.fixBack(call.params.hostShare);
}

StripedCall::~StripedCall()
{
    for (const auto& lane : lanes_) {
        if (!ran_)
            lane->drain();
    }
}

void StripedCall::run(bool waits, HostTeam& team)
{
    start(waits);
    if (usesThreads())
        runThreads(team);
    finishLanes();
    close(waits);
    ran_ = true;
}

bool StripedCall::undisturbed() const
{
    return std::none_of(lanes_.begin(), lanes_.end(),
                        [](const auto& lane) { return lane->before() || lane->work().linkIsBusy; });
}

double StripedCall::part() const
{
    int64 units = 0;
    for (const auto& lane : lanes_)
        units += lane->units();
    return double(units) / double(call_.op->units());
}

void StripedCall::start(bool waits)
{
    for (const auto& lane : lanes_) {
        lane->start();
        // CPU threads touch the image only after the caller's earlier work.
        if (waits && lane->before() && usesThreads())
            waitFor(lane->device(), *lane->before());
    }
}

void StripedCall::runThreads(HostTeam& team)
{
    const int count = threads();
    const auto threadStep = [this](const HostLane& host) {
        if (step() || (shared() && host.step()))
            return Device::Step::Worked;
        return allFinished() || !staged(stages()) ? Device::Step::Done : Device::Step::Waits;
    };
    team.run(count, kPartsOfAThread * count, threadStep, waitsAsleep());
    while (step())
        continue;
    threadsWereLast_ = !staged(stages()) && allFinished();  // staging threads end with the device
}

// Hardly yields: beside a full CPU a thread that yields gets its processor back after a whole tick, often 4 ms.
void StripedCall::finishLanes()
{
    Pause pause(waitsAsleep());
    while (!allFinished()) {
        if (step())
            pause.restart();
        else
            pause.pass();
    }
}

// Polled lanes record no end: the host saw each stripe end.
void StripedCall::close(bool waits)
{
    for (const auto& lane : lanes_) {
        if (!lane->work().polled)
            lane->close();
    }
    for (const auto& lane : lanes_) {
        if (waits)
            lane->wait();
    }
}

int StripedCall::threads() const
{
    const RouteQuery& query = choice_.query;
    if (shared() || !slotsGoAlone(stages()))
        return query.threads;
    return stagingThreads(query.hostBytes, query.threads, query.host);
}

bool StripedCall::waitsAsleep() const
{
    return std::any_of(lanes_.begin(), lanes_.end(),
                       [](const auto& lane) { return lane->device().facts().waitsAsleep; });
}

bool StripedCall::step()
{
    bool stepped = false;
    for (const auto& lane : lanes_)  // in turn, so that all devices begin at once
        stepped = lane->step() || stepped;
    return stepped;
}

bool StripedCall::allFinished() const
{
    return std::all_of(lanes_.begin(), lanes_.end(), [](const auto& lane) { return lane->finished(); });
}

}}  // namespace cv::cudastripe
