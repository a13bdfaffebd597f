// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Calls whose stripes are claimed by devices, and by CPU threads if the call is shared.

#include "call_rings.hpp"

#include <algorithm>

#include "../../device/pause.hpp"
#include "../../device/wait_for.hpp"
#include "divided_call.hpp"
#include "ring_lease.hpp"

namespace cv { namespace cudastripe {

CallRings::CallRings(const OpenCall& call, const Choice& choice, Claims& claims, const FrameFootprint* previous)
    : call_(call), choice_(choice)
{
    for (PlannedRing& ring : planRings(call, choice, previous)) {
        const bool follows = previous && previous->mayOverlap(ring.footprint);
        if (rings_.empty())
            footprint_ = std::move(ring.footprint);
        linkIsBusy_ = linkIsBusy_ || ring.linkIsBusy;
        rings_.push_back(std::make_unique<Ring>(call, *ring.entry, std::move(ring.plan), std::move(ring.lease), claims,
                                                follows ? previous : nullptr));
    }
    if (choice.shared && call.fixesShare() && !empty())
        claims.fixBack(call.params.hostShare);
}

CallRings::~CallRings()
{
    for (const auto& ring : rings_) {
        if (!ran_)
            ring->drain();
    }
}

void CallRings::run(bool waits, HostTeam& team)
{
    start(waits);
    if (choice_.kernelShare.part > 0) {
        threadsWereLast_ = DividedCall(call_, *rings_.front(), team).run(choice_.kernelShare);
    } else {
        if (usesThreads())
            runThreads(team);
        finishRings();
        end(waits);
    }
    ran_ = true;
}

bool CallRings::undisturbed() const
{
    return !linkIsBusy_ && std::none_of(rings_.begin(), rings_.end(), [](const auto& ring) { return ring->before(); });
}

double CallRings::part() const
{
    int64 units = 0;
    for (const auto& ring : rings_)
        units += ring->units();
    return double(units) / double(call_.op->units());
}

FrameFootprint CallRings::footprint() const
{
    FrameFootprint footprint = footprint_;
    footprint.nextSlot = rings_.front()->nextSlot();
    return footprint;
}

void CallRings::start(bool waits)
{
    for (const auto& ring : rings_) {
        ring->start();
        // CPU threads touch the image only after the caller's earlier work.
        if (waits && ring->before() && usesThreads())
            waitFor(ring->device(), *ring->before());
    }
}

void CallRings::runThreads(HostTeam& team)
{
    const bool staging = staged(plan().stages);
    const int count = threadsFor(choice_.shared ? ThreadWork::Rest : ThreadWork::Staging, choice_.query);
    const auto threadStep = [&] {
        if (step() || (choice_.shared && team.convert(kPartsOfAThread * count)))
            return Device::Step::Worked;
        return allFinished() || !staging ? Device::Step::Done : Device::Step::Waits;
    };
    team.run(count, threadStep, waitsAsleep());
    while (step())
        continue;
    threadsWereLast_ = !staging && allFinished();  // staging threads end with the device
}

// Hardly yields: while other threads keep all processors busy, a thread that yields waits for a whole tick, often 4 ms.
void CallRings::finishRings()
{
    Pause pause(waitsAsleep());
    while (!allFinished()) {
        if (step())
            pause.restart();
        else
            pause.pass();
    }
}

void CallRings::end(bool waits)
{
    for (const auto& ring : rings_)
        ring->end();
    for (const auto& ring : rings_) {
        if (waits)
            ring->wait();
    }
}

bool CallRings::waitsAsleep() const
{
    return std::any_of(rings_.begin(), rings_.end(),
                       [](const auto& ring) { return ring->device().facts().waitsAsleep; });
}

bool CallRings::step()
{
    bool stepped = false;
    for (const auto& ring : rings_)  // in turn, so that all devices begin at once
        stepped = ring->step() || stepped;
    return stepped;
}

bool CallRings::allFinished() const
{
    return std::all_of(rings_.begin(), rings_.end(), [](const auto& ring) { return ring->finished(); });
}

}}  // namespace cv::cudastripe
