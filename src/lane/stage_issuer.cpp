// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "stage_issuer.hpp"

#include "plane_copy.hpp"
#include "trace_range.hpp"

namespace cv { namespace cudastripe {

StageIssuer::StageIssuer(const LaneWork& work, Lease& lease) : work_(work), lease_(lease), device_(lease.device) {}

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

void StageIssuer::startBehind(const std::optional<EventId>& mark)
{
    if (work_.slotsAlone())
        return;  // the host waits for it before it fills a slot
    const Stage first = work_.has(Stage::Upload) ? Stage::Upload : Stage::RunDevice;
    const size_t starts = dedicated() ? 1 : std::min(static_cast<size_t>(work_.streams), size_t(work_.slots));
    for (size_t slot = 0; slot < starts; ++slot) {
        if (mark)
            device_.wait(streamOf(first, slot), *mark);
        // An earlier call's slots may lie elsewhere in the same memory, so that their events do not tell. Where slots
        // own their streams, the end of that call was marked in the first stream, which is in order by itself.
        if (lease_.inFlight && !lease_.follows && (dedicated() || slot > 0))
            device_.wait(streamOf(first, slot), lease_.done);
    }
}

void StageIssuer::issue(const std::vector<const StripeInSlot*>& round)
{
    static const Stage stages[] = {Stage::Upload, Stage::RunDevice, Stage::Download};
    if (work_.order == IssueOrder::BreadthFirst) {
        for (Stage stage : stages) {
            for (const StripeInSlot* stripe : round)
                issue(stage, *stripe);
        }
        return;
    }
    for (const StripeInSlot* stripe : round) {
        for (Stage stage : stages)
            issue(stage, *stripe);
    }
}

void StageIssuer::issue(Stage stage, const StripeInSlot& stripe)
{
    if (!work_.has(stage))
        return;
    const TraceRange range(stage);
    const StreamId stream = streamOf(stage, stripe.slot);
    device_.mark(stream, stage, stripe.number);
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
    const StripePlanes image = work_.op.from(work_.image, stripe.first);
    // The slot is free: what is downloaded from it was made of what was uploaded to it.
    if (dedicated() && usedBefore(stripe))
        device_.wait(stream, work_.has(Stage::Download) ? events.downloaded : events.ran);
    PlaneCopy copy(false);
    for (size_t i = 0; i < work_.op.inputs().size(); ++i) {
        if (!work_.inPasses(Stage::Upload, i))
            continue;
        const PlaneView& from = work_.inPasses(Stage::StageIn, i) ? stripe.staging.in[i] : image.in[i];
        copy.add(stripe.device.in[i], from, work_.op.rows(work_.op.inputs()[i], stripe.units));
    }
    for (const PieceCopy& piece : copy)
        device_.copyUp(stream, piece.dst, piece.src, piece.rows);
    if (dedicated())
        device_.record(events.uploaded, stream);
}

void StageIssuer::run(const StripeInSlot& stripe, StreamId stream)
{
    Lease::SlotEvents& events = eventsOf(stripe);
    StripePlanes planes = work_.op.from(work_.image, stripe.first);
    bool readsAcross = false, writesAcross = false;
    for (size_t i = 0; i < work_.op.inputs().size(); ++i) {
        readsAcross = readsAcross || !(work_.inPasses(Stage::Upload, i) || work_.ends.in[i] == End::Device);
        if (work_.inPasses(Stage::Upload, i))
            planes.in[i] = stripe.device.in[i];
        else if (work_.inPasses(Stage::StageIn, i))
            planes.in[i] = stripe.staging.in[i];
    }
    for (size_t i = 0; i < work_.op.outputs().size(); ++i) {
        writesAcross = writesAcross || !(isDownloaded(stripe, i) || work_.ends.out[i] == End::Device);
        if (isDownloaded(stripe, i))
            planes.out[i] = stripe.device.out[i];
        else if (work_.outPasses(Stage::StageOut, i))
            planes.out[i] = stripe.staging.out[i];
    }
    const bool uploads = work_.has(Stage::Upload), downloads = work_.has(Stage::Download);
    if (dedicated() && uploads)
        device_.wait(stream, events.uploaded);
    if (dedicated() && downloads && !uploads && usedBefore(stripe))
        device_.wait(stream, events.downloaded);  // the slot's output is free
    KernelRef kernel = work_.slotOp.kernel(planes, stripe.units);
    kernel.setAcrossBus(readsAcross, writesAcross);
    device_.launch(stream, kernel);
    if ((dedicated() && (uploads || downloads)) || (work_.polled && !downloads))
        device_.record(events.ran, stream);
}

void StageIssuer::download(const StripeInSlot& stripe, StreamId stream)
{
    Lease::SlotEvents& events = eventsOf(stripe);
    const StripePlanes image = work_.op.from(work_.image, stripe.first);
    if (dedicated())
        device_.wait(stream, events.ran);
    PlaneCopy copy(work_.image.oneOutput);
    for (size_t i = 0; i < work_.op.outputs().size(); ++i) {
        if (!isDownloaded(stripe, i))
            continue;
        const PlaneView& to = work_.outPasses(Stage::StageOut, i) ? stripe.staging.out[i] : image.out[i];
        copy.add(to, stripe.device.out[i], work_.op.rows(work_.op.outputs()[i], stripe.units));
    }
    for (const PieceCopy& piece : copy)
        device_.copyDown(stream, piece.dst, piece.src, piece.rows);
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
    // The events of the call that had the lease before still tell.
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
