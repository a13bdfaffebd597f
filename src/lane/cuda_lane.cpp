// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "cuda_lane.hpp"

#include <cstring>

#include "trace_range.hpp"

namespace cv { namespace cudastripe {
namespace {

void copyRows(const PlaneView& dst, const PlaneView& src, int64 rows)
{
    if (src.dense() && dst.dense()) {
        std::memcpy(dst.base, src.base, static_cast<size_t>(rows * src.rowBytes));
        return;
    }
    for (int64 r = 0; r < rows; ++r)
        std::memcpy(dst.row(r), src.row(r), static_cast<size_t>(src.rowBytes));
}

}  // namespace

CudaLane::CudaLane(const LaneWork& work, Claims& claims, Lease& lease)
    : work_(work), claims_(claims), lease_(lease), device_(lease.device), slots_(static_cast<size_t>(work.slots))
{
    const SlotLayout layout(work.op, work.route, work.unitsPerSlot);
    for (size_t i = 0; i < slots_.size(); ++i) {
        slots_[i].device = layout.device(lease.deviceMemory.get() + i * layout.deviceBytes());
        slots_[i].staging = layout.staging(lease.stagingMemory.get() + i * layout.stagingBytes());
    }
}

void CudaLane::forkFrom(StreamId caller)
{
    device_.record(lease_.forked, caller);
    device_.wait(firstStream(), lease_.forked);
    // An earlier call's slots may lie elsewhere in the same memory, so that their events do not tell.
    if (lease_.inFlight)
        device_.wait(firstStream(), lease_.done);
}

void CudaLane::close()
{
    device_.record(lease_.done, lastStream());
    lease_.inFlight = true;
}

bool CudaLane::work()
{
    Slot* slot = nullptr;
    bool out = false;
    {
        std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
        if (!lock)
            return false;
        retire();
        if ((slot = oldest(State::Landed))) {
            out = true;
        } else if ((slot = oldest(State::Staged))) {
            enqueue(*slot);
            return true;
        } else if ((slot = oldest(State::Free)) && claimNext(*slot)) {
            if (!has(Stage::StageIn)) {
                enqueue(*slot);
                return true;
            }
        } else {
            return false;
        }
        slot->state = State::InUse;
    }
    if (out) {
        stageOut(*slot);
        slot->state = State::Free;
        ++completed_;
    } else {
        stageIn(*slot);
        slot->state = State::Staged;
    }
    return true;
}

// Of the slots in a state the one whose turn was first; so stripes pass through the ring in their order.
CudaLane::Slot* CudaLane::oldest(State state)
{
    Slot* found = nullptr;
    for (Slot& slot : slots_) {
        if (slot.state == state && (!found || slot.turn < found->turn))
            found = &slot;
    }
    return found;
}

void CudaLane::retire()
{
    // Stripes end in the order in which they were enqueued, so the first that has not ended is the last to look at.
    while (Slot* slot = oldest(State::InFlight)) {
        Lease::SlotEvents& events = lease_.slots[static_cast<size_t>(slot - slots_.data())];
        if (!device_.passed(has(Stage::Download) ? events.downloaded : events.ran))
            return;
        if (has(Stage::StageOut)) {
            slot->state = State::Landed;
        } else {
            slot->state = State::Free;
            ++completed_;
        }
    }
}

bool CudaLane::claimNext(Slot& slot)
{
    const std::vector<int64>& sizes = work_.plan.sizes;
    const size_t next = std::min(static_cast<size_t>(claimed_), sizes.size() - 1);
    const Claim claim = claims_.takeFront(sizes[next]);
    if (!claim)
        return false;
    slot.claim = claim;
    slot.turn = ++claimed_;
    return true;
}

void CudaLane::stageIn(Slot& slot)
{
    const TraceRange range("stage in");
    const StripePlanes image = work_.op.from(work_.image, slot.claim.first);
    for (size_t i = 0; i < work_.op.inputs().size(); ++i) {
        const int64 rows = work_.op.rows(work_.op.inputs()[i], slot.claim.units);
        device_.hostAccess(slot.staging.in[i], rows, true);
        copyRows(slot.staging.in[i], image.in[i], rows);
    }
}

void CudaLane::stageOut(Slot& slot)
{
    const TraceRange range("stage out");
    const StripePlanes image = work_.op.from(work_.image, slot.claim.first);
    for (size_t i = 0; i < work_.op.outputs().size(); ++i) {
        const int64 rows = work_.op.rows(work_.op.outputs()[i], slot.claim.units);
        device_.hostAccess(slot.staging.out[i], rows, false);
        copyRows(image.out[i], slot.staging.out[i], rows);
    }
}

void CudaLane::enqueue(Slot& slot)
{
    slot.state = State::InUse;  // and so it stays if a call fails: its events no longer tell what is in flight
    const StripeOp& op = work_.op;
    const int64 units = slot.claim.units;
    const StripePlanes image = op.from(work_.image, slot.claim.first);
    const StripePlanes& hostIn = has(Stage::StageIn) ? slot.staging : image;
    const StripePlanes& hostOut = has(Stage::StageOut) ? slot.staging : image;
    Lease::SlotEvents& events = lease_.slots[static_cast<size_t>(&slot - slots_.data())];
    StripePlanes planes;

    if (has(Stage::Upload)) {
        const TraceRange range("upload");
        device_.wait(lease_.up, events.ran);  // the slot's input is free
        for (size_t i = 0; i < op.inputs().size(); ++i)
            device_.copyUp(lease_.up, slot.device.in[i], hostIn.in[i], op.rows(op.inputs()[i], units));
        device_.record(events.uploaded, lease_.up);
        device_.wait(lease_.run, events.uploaded);
    }
    {
        const TraceRange range("run");
        for (size_t i = 0; i < op.inputs().size(); ++i)
            planes.in[i] = (has(Stage::Upload) ? slot.device : hostIn).in[i];
        for (size_t i = 0; i < op.outputs().size(); ++i)
            planes.out[i] = (has(Stage::Download) ? slot.device : hostOut).out[i];
        if (has(Stage::Download))
            device_.wait(lease_.run, events.downloaded);  // the slot's output is free
        device_.launch(lease_.run, op.kernel(planes, units));
        device_.record(events.ran, lease_.run);
    }
    if (has(Stage::Download)) {
        const TraceRange range("download");
        device_.wait(lease_.down, events.ran);
        for (size_t i = 0; i < op.outputs().size(); ++i)
            device_.copyDown(lease_.down, hostOut.out[i], slot.device.out[i], op.rows(op.outputs()[i], units));
        device_.record(events.downloaded, lease_.down);
    }
    if (work_.polled) {
        slot.state = State::InFlight;
    } else {
        slot.state = State::Free;
        ++completed_;
    }
}

}}  // namespace cv::cudastripe
