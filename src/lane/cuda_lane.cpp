// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The lane of a GPU.

#include "cuda_lane.hpp"

#include "../device/wait_for.hpp"
#include "../op/non_temporal_blocks.hpp"
#include "../op/staging_copy.hpp"
#include "../plan/slot_layout.hpp"
#include "earlier_work.hpp"
#include "opencv2/core/utility.hpp"
#include "trace_range.hpp"

namespace cv { namespace cudastripe {

CudaLane::CudaLane(const OpenCall& call, DeviceEntry& entry, const LaneWork& work, LeasePool::Loan lease,
                   Claims& claims)
    : call_(call),
      entry_(entry),
      work_(work),
      lease_(std::move(lease)),
      claims_(claims),
      device_(lease_->device),
      issuer_(call, work_, *lease_),
      slots_(static_cast<size_t>(work.slots))
{
    const SlotLayout layout(*work.slotOp, work.stages, call.memory, work.unitsPerSlot);
    for (size_t i = 0; i < slots_.size(); ++i) {
        slots_[i].stripe.slot = i;
        slots_[i].stripe.device = layout.device(lease_->deviceMemory.get() + i * layout.deviceBytes());
        slots_[i].stripe.staging = layout.staging(lease_->stagingMemory.get() + i * layout.stagingBytes());
    }
    // A frame that may overlap with the last one starts with the slots that become free first.
    const size_t start = lease_->follows ? lease_->nextSlot : 0;
    for (size_t i = 0; i < slots_.size(); ++i)
        slots_[(start + i) % slots_.size()].turn = static_cast<int64>(i) - work.slots;
}

void CudaLane::start()
{
    if (call_.streamGiven) {
        issuer_.forkFrom(call_.stream);
        before_ = lease_->forked();
    } else {
        inDefaultStream_ = workInDefaultStream(call_, entry_);
        if (inDefaultStream_)
            before_ = *inDefaultStream_;
        issuer_.startBehind(before_);
    }
    if (work_.slotsAlone() && lease_->inFlight)
        waitFor(device_, lease_->done);
}

void CudaLane::close()
{
    closed_ = issuer_.close();
    if (closed_ && call_.streamGiven)
        issuer_.joinTo(call_.stream);
}

void CudaLane::wait()
{
    if (!closed_)
        return;
    waitFor(device_, lease_->done);
    lease_->inFlight = false;
}

bool CudaLane::step()
{
    if (work_.slotsAlone())
        return stepOnSlot();
    Slot* slot = nullptr;
    {
        std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
        if (!lock)
            return false;
        retire();
        if ((slot = oldest(State::Landed))) {
            slot->state = State::StagingOut;
        } else if (issueReady()) {
            return true;
        } else if ((slot = oldest(State::Free)) && claimNext(*slot)) {
            if (!work_.has(Stage::StageIn)) {
                slot->state = State::Ready;
                issueReady();
                return true;
            }
            slot->state = State::StagingIn;
        } else {
            return false;
        }
    }
    if (slot->state == State::StagingOut) {
        stageOut(slot->stripe);
        slot->state = State::Free;
        ++completed_;
    } else {
        stageIn(slot->stripe);
        slot->state = State::Ready;
    }
    return true;
}

// Threads keep to slots that are in their caches, and take no lock. A thread without a slot, or without anything to
// claim, helps the others.
bool CudaLane::stepOnSlot()
{
    const int me = utils::getThreadID();
    const bool has = std::any_of(slots_.begin(), slots_.end(), [&](const Slot& slot) { return slot.owner == me; });
    return finishOne(me) || fillOne(me) || ((!has || claims_.empty()) && (finishOne(kAnyone) || fillOne(kAnyone)));
}

bool CudaLane::fillOne(int owner)
{
    if (claims_.empty())
        return false;
    Slot* slot = take(State::Free, State::StagingIn, owner);
    if (!slot)
        return false;
    if (!claimNext(*slot)) {
        slot->state = State::Free;
        return false;
    }
    slot->owner = utils::getThreadID();
    stageIn(slot->stripe);
    slot->state = State::Issued;
    issuer_.issue({&slot->stripe});
    slot->state = State::InFlight;
    return true;
}

bool CudaLane::finishOne(int owner)
{
    Slot* slot = take(State::InFlight, State::Issued, owner);
    if (!slot)
        return false;
    if (!issuer_.passed(slot->stripe)) {
        slot->state = State::InFlight;
        return false;
    }
    stageOut(slot->stripe);
    slot->state = State::Free;
    ++completed_;
    return true;
}

// Takes the oldest slot; null if there is none, or if another thread has just taken it.
CudaLane::Slot* CudaLane::take(State state, State next, int owner)
{
    Slot* const found = oldest(state, owner);
    return found && found->state.compare_exchange_strong(state, next) ? found : nullptr;
}

// The slot in a state whose turn was first: one of the owner, else an unowned one (kAnyone: any one); null if none.
CudaLane::Slot* CudaLane::oldest(State state, int owner)
{
    Slot* found = nullptr;
    for (Slot& slot : slots_) {
        if (slot.state != state || (owner != kAnyone && slot.owner != owner && slot.owner != kNobody))
            continue;
        const bool own = slot.owner == owner, foundOwn = found && found->owner == owner;
        if (!found || (own && !foundOwn) || (own == foundOwn && slot.turn < found->turn))
            found = &slot;
    }
    return found;
}

int64 CudaLane::count(State state) const
{
    return std::count_if(slots_.begin(), slots_.end(), [&](const Slot& slot) { return slot.state == state; });
}

void CudaLane::retire()
{
    // Stripes end in about the order in which they were enqueued.
    while (Slot* slot = oldest(State::InFlight)) {
        if (!issuer_.passed(slot->stripe))
            return;
        if (work_.has(Stage::StageOut)) {
            slot->state = State::Landed;
        } else {
            slot->state = State::Free;
            ++completed_;
        }
    }
}

// Issues one stripe or, if the order is breadth first, a round: as many stripes as there are slots, or as are left.
bool CudaLane::issueReady()
{
    const bool breadth = call_.params.order == IssueOrder::BreadthFirst;
    if (breadth && count(State::Ready) < work_.slots && (!claims_.empty() || count(State::StagingIn) > 0))
        return false;
    round_.clear();
    while (Slot* slot = oldest(State::Ready)) {
        slot->state = State::Issued;
        round_.push_back(&slot->stripe);
        if (!breadth)
            break;
    }
    if (round_.empty())
        return false;
    issuer_.issue(round_);
    for (const StripeInSlot* stripe : round_) {
        slots_[stripe->slot].state = work_.polled ? State::InFlight : State::Free;
        completed_ += !work_.polled;
    }
    return true;
}

// The plan's next size. If others claim, too, the plan's largest size instead of the short last ones.
int64 CudaLane::wantedUnits() const
{
    const std::vector<int64>& sizes = work_.plan.sizes;
    const auto next = sizes.begin() + std::min<std::ptrdiff_t>(claimed_, std::ptrdiff_t(sizes.size()) - 1);
    const auto largest = std::max_element(sizes.begin(), sizes.end());
    return work_.shareOfRest < 1 && largest < next ? *largest : *next;
}

bool CudaLane::claimNext(Slot& slot)
{
    if (work_.fixedPart && claimed_ >= static_cast<int64>(work_.plan.sizes.size()))
        return false;
    const Claim claim = claims_.takeFront(wantedUnits(), work_.shareOfRest, work_.leastUnits);
    if (!claim)
        return false;
    slot.stripe.first = claim.first;
    slot.stripe.units = claim.units;
    units_ += claim.units;
    const int64 turn = ++claimed_;
    slot.stripe.number = static_cast<int>(turn - 1);
    slot.turn = turn;
    if (!work_.slotsAlone())
        lease_->nextSlot = (slot.stripe.slot + 1) % slots_.size();
    return true;
}

void CudaLane::stageIn(const StripeInSlot& stripe)
{
    const TraceRange range(Stage::StageIn);
    const StripeOp& op = *call_.op;
    const StripePlanes image = op.from(call_.image, stripe.first);
    for (size_t i = 0; i < op.inputs().size(); ++i) {
        if (!work_.needs(Stage::StageIn, call_.memory.in[i]))
            continue;
        const RowsRead read = op.rowsRead(op.inputs()[i], stripe.first, stripe.units);
        const PlaneView slot = stripe.staging.in[i].from(-read.above), source = image.in[i].from(-read.above);
        device_.hostAccess(slot, read.count, true);
        device_.hostWork(Stage::StageIn, stripe.number, double(read.count) * double(slot.rowBytes + source.rowBytes),
                         [&] { copyIntoSlot(slot, source, read.count); });
    }
}

void CudaLane::stageOut(const StripeInSlot& stripe)
{
    const TraceRange range(Stage::StageOut);
    const StripeOp& op = *call_.op;
    const StripePlanes image = op.from(call_.image, stripe.first);
    for (size_t i = 0; i < op.outputs().size(); ++i) {
        if (!work_.needs(Stage::StageOut, call_.memory.out[i]))
            continue;
        const int64 rows = op.rows(op.outputs()[i], stripe.units);
        const PlaneView &slot = stripe.staging.out[i], &result = image.out[i];
        const bool nonTemporal = NonTemporalBlocks(op).at(result.base);
        device_.hostAccess(slot, rows, false);
        device_.hostWork(Stage::StageOut, stripe.number, 2. * double(rows) * double(slot.rowBytes),
                         [&] { copyFromSlot(result, slot, rows, nonTemporal); });
    }
}

}}  // namespace cv::cudastripe
