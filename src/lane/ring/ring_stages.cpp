// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What a ring enqueues, and the events that order it.

#include "../../device/wait_for.hpp"
#include "../earlier_work.hpp"
#include "../trace_range.hpp"
#include "plane_copy.hpp"
#include "ring.hpp"
#include "stripe_kernels.hpp"

namespace cv { namespace cudastripe {

StreamId Ring::streamOf(Stage stage, size_t slot) const
{
    if (!plan_.dedicated())
        return lease_->streams[slot % static_cast<size_t>(plan_.streams)];
    return lease_->streams[stage == Stage::Upload ? 0 : stage == Stage::RunDevice ? 1 : 2];
}

void Ring::start()
{
    if (call_.streamGiven) {
        lease_->nextFork();
        before_ = lease_->forked();
        device_.record(*before_, call_.stream);
    } else if ((inDefaultStream_ = workInDefaultStream(call_, entry_))) {
        before_ = *inDefaultStream_;
    }
    if (!plan_.slotsAlone())
        startStreams();
    else if (lease_->inFlight)
        waitFor(device_, lease_->done);  // the host itself waits for `before_`
}

void Ring::startStreams()
{
    for (size_t slot = 0; slot < startingStreams(); ++slot) {
        const StreamId stream = streamOf(plan_.first(), slot);
        if (before_)
            device_.wait(stream, call_.streamGiven && follows_ ? lease_->forkedBefore() : *before_);
        // An earlier call may have divided the memory into other slots, so only `done` orders this call behind it. If
        // slots have their own streams, the first stream needs no wait, unless `done` is in the caller's stream.
        const bool ordered = !plan_.dedicated() && slot == 0 && !lease_->inCallersStream;
        if (lease_->inFlight && plan_.usesMemory() && !follows_ && !ordered)
            device_.wait(stream, lease_->done);
    }
}

void Ring::issue(const std::vector<const Stripe*>& round)
{
    for (Stage stage : {Stage::Upload, Stage::RunDevice, Stage::Download}) {
        for (const Stripe* stripe : round) {
            if (plan_.stages.has(stage))
                issue(stage, *stripe);
        }
    }
}

// Enqueues a stage behind the stage before it in the slot. The stripe's first stage comes behind the last stage of the
// slot's previous stripe. Events order them, or their common stream.
void Ring::issue(Stage stage, const Stripe& stripe)
{
    const TraceRange range(stage);
    const StreamId stream = streamOf(stage, stripe.slot);
    const bool byEvents = plan_.dedicated() && hasCopies(plan_.stages), last = stage == plan_.last();
    device_.mark(stream, stripe.number);
    if (byEvents && stage != plan_.first())
        device_.wait(stream, eventOf(stage == Stage::Download ? Stage::RunDevice : Stage::Upload, stripe));
    else if (byEvents && (follows_ || stripe.number >= plan_.slots))
        device_.wait(stream, eventOf(plan_.last(), stripe));
    if (stage == Stage::RunDevice)
        enqueueKernels(call_, plan_, stripe, device_, stream);
    else
        copy(stage, stripe, stream);
    if ((byEvents && !(last && plan_.writesItself(stripe.number))) || (last && plan_.polled))
        device_.record(eventOf(stage, stripe), stream);
    if (!plan_.polled)
        usedStreams_ = std::max(usedStreams_, std::min(stripe.slot + 1, startingStreams()));
}

void Ring::copy(Stage stage, const Stripe& stripe, StreamId stream)
{
    PlaneCopy pieces(stage == Stage::Download && call_.image.oneOutput);
    forCopies(stage, stripe, [&](const PieceCopy& piece) { pieces.add(piece.dst, piece.src, piece.rows); });
    device_.copyPieces(stream, stage, pieces.begin(), pieces.end());
}

void Ring::end()
{
    if (plan_.polled)
        return;  // the host saw each stripe end
    recordEnd();
    if (recordedEnd_ && call_.streamGiven)
        device_.wait(call_.stream, endEvent());
}

void Ring::recordEnd()
{
    if (usedStreams_ == 0)
        return;
    const StreamId end = streamOf(plan_.last(), 0);
    for (size_t slot = 1; slot < usedStreams_; ++slot) {
        const EventId event = lease_->slots[slot].behind(Stage::Download);
        device_.record(event, streamOf(plan_.last(), slot));
        device_.wait(end, event);
    }
    device_.record(endEvent(), end);
    lease_->inFlight = lease_->inFlight || plan_.usesMemory();
    lease_->inCallersStream = lease_->inCallersStream && !plan_.usesMemory();
    recordedEnd_ = true;
}

void Ring::wait()
{
    if (!recordedEnd_)
        return;
    waitFor(device_, endEvent());
    lease_->inFlight = lease_->inFlight && !plan_.usesMemory();
}

}}  // namespace cv::cudastripe
