// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Slots of a ring, and the stripes that are claimed for them.

#include "ring.hpp"

#include "../../model/checked_math.hpp"
#include "../../op/staging_copy.hpp"
#include "../trace_range.hpp"
#include "opencv2/core/utility.hpp"

namespace cv { namespace cudastripe {

Ring::Ring(const OpenCall& call, DeviceEntry& entry, Plan plan, LeasePool::Loan lease, Claims& claims,
           const FrameFootprint* previous)
    : call_(call),
      entry_(entry),
      plan_(std::move(plan)),
      lease_(std::move(lease)),
      claims_(claims),
      device_(lease_->device),
      follows_(previous != nullptr),
      nextSlot_(previous ? previous->nextSlot : 0),
      slots_(static_cast<size_t>(plan_.slots))
{
    for (size_t i = 0; i < slots_.size(); ++i) {
        Stripe& stripe = slots_[i].stripe;
        stripe.slot = i;
        stripe.device = lease_->deviceMemory.get() + static_cast<int64>(i) * plan_.slotBytes.device;
        stripe.staging = lease_->stagingMemory.get() + static_cast<int64>(i) * plan_.slotBytes.staging;
    }
    // A frame that may overlap with the last one starts with the slots that become free first.
    for (size_t i = 0; i < slots_.size(); ++i)
        slots_[(nextSlot_ + i) % slots_.size()].turn = static_cast<int64>(i) - plan_.slots;
}

// If slots have owners, a thread works on its own slots, which are in its cache. If it owns none, or finds nothing to
// claim, it works on any slot.
bool Ring::step()
{
    const bool alone = plan_.slotsAlone();
    Lock lock(mutex_, std::defer_lock);
    if (!alone && !lock.try_lock())
        return false;
    const int me = plan_.slotsHaveOwners() ? utils::getThreadID() : kAnyone;
    return stepOn(me, lock) || (plan_.slotsHaveOwners() && (claims_.empty() || !owns(me)) && stepOn(kAnyone, lock));
}

bool Ring::stepOn(int owner, Lock& lock)
{
    const auto copyUnlocked = [&](Stage stage, const Slot& slot) {
        if (lock)
            lock.unlock();
        copyByHost(stage, slot.stripe);
    };
    if (issueReady(owner) || (plan_.sharedCopies && copyForOldest()))
        return true;
    while (Slot* const slot = takeEnded(owner)) {
        const bool copies = plan_.stages.has(Stage::StageOut);
        if (copies && plan_.sharedCopies)
            return shareCopies(*slot, Stage::StageOut);
        if (copies)
            copyUnlocked(Stage::StageOut, *slot);
        slot->state = State::Free;
        ++completed_;
        if (copies)
            return true;
    }
    Slot* const slot = takeClaimed(owner);
    if (!slot)
        return false;
    if (plan_.stages.has(Stage::StageIn)) {
        if (plan_.sharedCopies)
            return shareCopies(*slot, Stage::StageIn);
        copyUnlocked(Stage::StageIn, *slot);
    }
    slot->state = State::Ready;
    if (lock || plan_.slotsAlone())
        issueReady(owner);
    return true;
}

// Issues one stripe or, if the order is breadth first, a round: as many stripes as there are slots, or as are left.
bool Ring::issueReady(int owner)
{
    const bool breadth = plan_.order == IssueOrder::BreadthFirst;
    if (breadth && count(State::Ready) < plan_.slots && (!claims_.empty() || count(State::Filling) > 0))
        return false;
    std::vector<Slot*> round;
    while (Slot* const slot = take(State::Ready, State::Issued, owner)) {
        round.push_back(slot);
        if (!breadth)
            break;
    }
    if (round.empty())
        return false;
    std::vector<const Stripe*> stripes;
    for (const Slot* slot : round)
        stripes.push_back(&slot->stripe);
    issue(stripes);
    for (Slot* slot : round) {
        slot->state = plan_.polled ? State::InFlight : State::Free;
        completed_ += !plan_.polled;
    }
    return true;
}

// Lists the stage's copies between pageable memory and the slot, so that all threads can make them.
bool Ring::shareCopies(Slot& slot, Stage stage)
{
    forCopies(stage, slot.stripe, [&](const PieceCopy& piece) { slot.copies.add(piece); });
    slot.copies.share();
    return true;
}

// Copies one piece for the oldest slot that has pieces left. The thread that copies the slot's last piece issues the
// stripe, or frees the slot.
bool Ring::copyForOldest()
{
    Slot* slot = nullptr;
    for (Slot& each : slots_) {
        if (each.copies.anyLeft() && (!slot || each.turn < slot->turn))
            slot = &each;
    }
    const PieceCopy* const piece = slot ? slot->copies.take() : nullptr;
    if (!piece)
        return false;
    const bool fills = slot->state == State::Filling;
    copyByHost(fills ? Stage::StageIn : Stage::StageOut, slot->stripe, *piece);
    if (!slot->copies.copied())
        return true;
    slot->state = fills ? State::Ready : State::Free;
    if (fills)
        issueReady(kAnyone);
    else
        ++completed_;
    return true;
}

// The oldest slot in flight if its stripe is complete, else null. Others are not polled, since stripes end in about the
// order in which they were enqueued.
Ring::Slot* Ring::takeEnded(int owner)
{
    Slot* const slot = take(State::InFlight, State::Ending, owner);
    if (!slot || passed(slot->stripe))
        return slot;
    slot->state = State::InFlight;
    return nullptr;
}

// A free slot with the next stripe; null if there is none.
Ring::Slot* Ring::takeClaimed(int owner)
{
    Slot* const slot = claims_.empty() ? nullptr : take(State::Free, State::Filling, owner);
    if (!slot || claimFor(*slot))
        return slot;
    slot->state = State::Free;
    return nullptr;
}

// Null if there is none, or if another thread has just taken it.
Ring::Slot* Ring::take(State state, State next, int owner)
{
    Slot* const found = oldest(state, owner);
    return found && found->state.compare_exchange_strong(state, next) ? found : nullptr;
}

// Of the slots in a state, the one with the earliest turn; null if there is none. An owner gets one of its own slots,
// else one without owner; kAnyone gets any slot.
Ring::Slot* Ring::oldest(State state, int owner)
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

int64 Ring::count(State state) const
{
    return std::count_if(slots_.begin(), slots_.end(), [&](const Slot& slot) { return slot.state == state; });
}

bool Ring::owns(int thread) const
{
    return std::any_of(slots_.begin(), slots_.end(), [&](const Slot& slot) { return slot.owner == thread; });
}

// The plan's next size. If shareOfRest makes the last stripes short, the largest size replaces all sizes after it.
int64 Ring::wantedUnits() const
{
    const std::vector<int64>& sizes = plan_.sizes;
    const auto next = sizes.begin() + std::min<std::ptrdiff_t>(claimed_, std::ptrdiff_t(sizes.size()) - 1);
    const auto largest = std::max_element(sizes.begin(), sizes.end());
    return plan_.shareOfRest < 1 && largest < next ? *largest : *next;
}

bool Ring::claimFor(Slot& slot)
{
    if (plan_.leavesRest && claimed_ >= static_cast<int64>(plan_.sizes.size()))
        return false;
    const Claim claim = claims_.takeFront(wantedUnits(), plan_.shareOfRest, plan_.leastUnits);
    if (claim)
        enter(slot, claim);
    return bool(claim);
}

void Ring::enter(Slot& slot, const Claim& claim)
{
    slot.stripe.first = claim.first;
    slot.stripe.units = claim.units;
    units_ += claim.units;
    const int64 turn = ++claimed_;
    slot.stripe.number = static_cast<int>(turn - 1);
    slot.turn = turn;
    if (plan_.slotsHaveOwners())
        slot.owner = utils::getThreadID();
    else if (!plan_.slotsAlone())  // else no frame follows before this one has ended
        nextSlot_ = (slot.stripe.slot + 1) % slots_.size();
}

void Ring::launch(int64 units)
{
    units = roundedUp(units, call_.op->granule());
    const int64 most = plan_.usesMemory() ? plan_.largest() : StripeOp::kMaxUnitsOfAKernel;
    while (units > 0) {
        const Claim claim = claims_.takeFront(std::min(units, most));
        if (!claim)
            break;
        units -= claim.units;
        enter(slots_[0], claim);
        issue({&slots_[0].stripe});
        ++completed_;
    }
    recordEnd();
}

void Ring::copyByHost(Stage stage, const Stripe& stripe)
{
    const TraceRange range(stage);
    forCopies(stage, stripe, [&](const PieceCopy& piece) { copyByHost(stage, stripe, piece); });
}

void Ring::copyByHost(Stage stage, const Stripe& stripe, const PieceCopy& piece)
{
    const bool in = stage == Stage::StageIn;
    const double bytes = double(piece.rows) * double(piece.dst.rowBytes + piece.src.rowBytes);
    device_.hostAccess(in ? piece.dst : piece.src, piece.rows, in);
    device_.hostWork(stage, stripe.number, bytes, [&] {
        if (in)
            copyIntoSlot(piece.dst, piece.src, piece.rows);
        else
            copyFromSlot(*call_.op, piece.dst, piece.src, piece.rows);
    });
}

}}  // namespace cv::cudastripe
