// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The stages of stripes on the streams of a lease.

#include "stage_issuer.hpp"

#include "plane_copy.hpp"
#include "trace_range.hpp"

namespace cv { namespace cudastripe {

StageIssuer::StageIssuer(const OpenCall& call, const LaneWork& work, Lease& lease)
    : call_(call), work_(work), lease_(lease), device_(lease.device)
{
}

StreamId StageIssuer::streamOf(Stage stage, size_t slot) const
{
    if (!dedicated())
        return lease_.streams[slot % static_cast<size_t>(work_.streams)];
    return lease_.streams[stage == Stage::Upload ? 0 : stage == Stage::RunDevice ? 1 : 2];
}

void StageIssuer::forkFrom(StreamId caller)
{
    lease_.nextFork();
    device_.record(lease_.forked(), caller);
    startBehind(lease_.follows ? lease_.forkedBefore() : lease_.forked());
}

void StageIssuer::startBehind(const std::optional<EventId>& event)
{
    if (work_.slotsAlone())
        return;  // the host itself waits for the event
    const Stage first = work_.has(Stage::Upload) ? Stage::Upload : Stage::RunDevice;
    const size_t starts = dedicated() ? 1 : std::min(static_cast<size_t>(work_.streams), size_t(work_.slots));
    for (size_t slot = 0; slot < starts; ++slot) {
        if (event)
            device_.wait(streamOf(first, slot), *event);
        // An earlier call may have divided the memory into other slots, so events of slots cannot order us. If slots
        // own their streams, the end of that call was recorded in the first stream.
        if (lease_.inFlight && !lease_.follows && (dedicated() || slot > 0))
            device_.wait(streamOf(first, slot), lease_.done);
    }
}

void StageIssuer::issue(const std::vector<const StripeInSlot*>& round)
{
    for (Stage stage : {Stage::Upload, Stage::RunDevice, Stage::Download}) {
        for (const StripeInSlot* stripe : round)
            issue(stage, *stripe);
    }
}

void StageIssuer::issue(Stage stage, const StripeInSlot& stripe)
{
    if (!work_.has(stage))
        return;
    const TraceRange range(stage);
    const StreamId stream = streamOf(stage, stripe.slot);
    device_.mark(stream, stripe.number);
    if (stage == Stage::Upload)
        upload(stripe, stream);
    else if (stage == Stage::RunDevice)
        run(stripe, stream);
    else
        download(stripe, stream);
    if (work_.polled)
        return;
    const size_t used = dedicated() ? 1 : std::min(stripe.slot + 1, static_cast<size_t>(work_.streams));
    usedStreams_ = std::max(usedStreams_, used);
}

void StageIssuer::upload(const StripeInSlot& stripe, StreamId stream)
{
    Lease::SlotEvents& events = eventsOf(stripe);
    const StripePlanes image = imagePart(stripe);
    // After its download a slot's input is free, too.
    if (dedicated() && usedBefore(stripe))
        device_.wait(stream, work_.has(Stage::Download) ? events.downloaded : events.ran);
    PlaneCopy copy(false);
    const auto& inputs = call_.op->inputs();
    for (size_t i = 0; i < inputs.size(); ++i) {
        if (!uploads(i))
            continue;
        const RowsRead read = call_.op->rowsRead(inputs[i], stripe.first, stripe.units);
        const PlaneView& source = stagesIn(i) ? stripe.staging.in[i] : image.in[i];
        copy.add(stripe.device.in[i].from(-read.above), source.from(-read.above), read.count);
    }
    device_.copyPieces(stream, Stage::Upload, copy.begin(), copy.end());
    if (dedicated())
        device_.record(events.uploaded, stream);
}

// The kernel works on slots if planes pass through them, else on the image where it lies.
KernelRef StageIssuer::kernelOf(const StripeInSlot& stripe) const
{
    StripePlanes planes = imagePart(stripe);
    bool readsAcross = false, writesAcross = false;
    for (size_t i = 0; i < call_.op->inputs().size(); ++i) {
        readsAcross = readsAcross || !(uploads(i) || call_.memory.in[i] == MemoryKind::Device);
        if (uploads(i))
            planes.in[i] = stripe.device.in[i];
        else if (stagesIn(i))
            planes.in[i] = stripe.staging.in[i];
    }
    for (size_t i = 0; i < call_.op->outputs().size(); ++i) {
        writesAcross = writesAcross || !(downloads(stripe, i) || call_.memory.out[i] == MemoryKind::Device);
        if (downloads(stripe, i))
            planes.out[i] = stripe.device.out[i];
        else if (stagesOut(i))
            planes.out[i] = stripe.staging.out[i];
    }
    KernelRef kernel = work_.slotOp->kernel(planes, stripe.units);
    kernel.setAcrossBus(readsAcross, writesAcross);
    return kernel;
}

void StageIssuer::run(const StripeInSlot& stripe, StreamId stream)
{
    Lease::SlotEvents& events = eventsOf(stripe);
    const bool up = work_.has(Stage::Upload), down = work_.has(Stage::Download);
    if (dedicated() && up)
        device_.wait(stream, events.uploaded);
    else if (dedicated() && down && usedBefore(stripe))
        device_.wait(stream, events.downloaded);  // the slot's output is free
    device_.launch(stream, kernelOf(stripe));
    if ((dedicated() && (up || down)) || (work_.polled && !down))
        device_.record(events.ran, stream);
}

void StageIssuer::download(const StripeInSlot& stripe, StreamId stream)
{
    Lease::SlotEvents& events = eventsOf(stripe);
    const StripePlanes image = imagePart(stripe);
    if (dedicated())
        device_.wait(stream, events.ran);
    PlaneCopy copy(call_.image.oneOutput);
    const auto& outputs = call_.op->outputs();
    for (size_t i = 0; i < outputs.size(); ++i) {
        if (downloads(stripe, i))
            copy.add(stagesOut(i) ? stripe.staging.out[i] : image.out[i], stripe.device.out[i],
                     call_.op->rows(outputs[i], stripe.units));
    }
    device_.copyPieces(stream, Stage::Download, copy.begin(), copy.end());
    if (work_.polled || (dedicated() && !work_.writesItself(stripe.number)))
        device_.record(events.downloaded, stream);
}

bool StageIssuer::passed(const StripeInSlot& stripe)
{
    Lease::SlotEvents& events = eventsOf(stripe);
    return device_.passed(work_.has(Stage::Download) ? events.downloaded : events.ran);
}

bool StageIssuer::close()
{
    if (usedStreams_ == 0)
        return false;
    const Stage last = work_.has(Stage::Download) ? Stage::Download : Stage::RunDevice;
    const StreamId end = streamOf(last, 0);
    for (size_t slot = 1; slot < usedStreams_; ++slot) {
        device_.record(lease_.slots[slot].downloaded, streamOf(last, slot));
        device_.wait(end, lease_.slots[slot].downloaded);
    }
    device_.record(lease_.done, end);
    lease_.inFlight = true;
    return true;
}

}}  // namespace cv::cudastripe
