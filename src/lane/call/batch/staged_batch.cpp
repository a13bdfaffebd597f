// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Batches in memory that kernels do not reach: threads copy images into page-locked slots, and results out of them.

#include <algorithm>
#include <atomic>
#include <mutex>
#include <numeric>
#include <optional>
#include <tuple>

#include "../../../op/batch/kernel.hpp"
#include "../../../op/staging_copy.hpp"
#include "../../../plan/route.hpp"
#include "../../earlier_work.hpp"
#include "../../host/host_threads.hpp"
#include "../../trace_range.hpp"
#include "../direct_call.hpp"
#include "../stripe_call.hpp"
#include "shared_copies.hpp"
#include "slot_filler.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr size_t kSlots = 8, kFewSlots = 2;
constexpr int kStreams = 4;            // the next kernels start while one ends
constexpr int64 kSlotBytes = 2 << 20;  // 40 us of PCIe Gen5 x16, several times what a launch takes

//! A group of units on its way through a slot.
struct Group
{
    enum class State
    {
        Free,
        Taken,    //!< by one thread, which plans the group or looks for the end of its kernel
        Filling,  //!< threads copy
        Runs,
        Emptying,  //!< threads copy
    };
    std::atomic<State> state{State::Free};
    SharedCopies in, out;
    std::optional<KernelRef> kernel;
};

class StagedBatch
{
public:
    StagedBatch(const OpenCall& call, DeviceEntry& entry)
        : call_(call),
          device_(*entry.device),
          stagesIn_(stages(call.memory.in)),
          stagesOut_(stages(call.memory.out)),
          unitBytes_(call.batch->ofEachUnit([this](const StripeOp& op, const StripePlanes& planes, int64 units) {
              SlotFiller slot(nullptr, stagesIn_, stagesOut_);
              const auto ignore = [](const PieceCopy&) {};
              slot.place(op, planes, units, ignore, ignore);
              return slot.bytes();
          })),
          threads_(call)
    {
        const int64 least = *std::max_element(unitBytes_.begin(), unitBytes_.end());
        const std::pair<size_t, int64> rings[] = {
            {kSlots, std::max(kSlotBytes, least)}, {kSlots, least}, {kFewSlots, least}};
        for (size_t i = 0; !lease_ && i < std::size(rings); ++i) {
            std::tie(slots_, slotBytes_) = rings[i];
            lease_ = entry.pool.acquire(request());
        }
        const double all = std::accumulate(unitBytes_.begin(), unitBytes_.end(), 0.);
        threadCount_ = stagingThreads(all, call.hostThreads(), entry.rates.find(!call.streamGiven).host);
    }

    //! False if there is no page-locked memory.
    bool leased() const { return lease_ != nullptr; }

    void run()
    {
        try {
            threads_.run(
                threadCount_, [this] { return step(); }, device_.facts().waitsAsleep);
        } catch (...) {
            lease_->drain();
            throw;
        }
    }

private:
    using Step = Device::Step;
    using State = Group::State;

    bool stages(const CallMemory::List& memory) const
    {
        return memory[0] == MemoryKind::Pageable || (memory[0] == MemoryKind::PageLocked && !call_.kernelsReach);
    }

    LeaseRequest request() const
    {
        const size_t stagingBytes = slots_ * static_cast<size_t>(slotBytes_);
        return {call_.caller, kStreams, static_cast<int>(slots_), 0, stagingBytes};
    }

    // What one thread does next. Groups are planned ahead; the copies of older groups come first.
    Step step()
    {
        if (planNext())
            return Step::Worked;
        const size_t oldest = planned_;
        for (size_t i = 0; i < slots_; ++i) {
            if (copyOne((oldest + i) % slots_))
                return Step::Worked;
        }
        return endKernel() ? Step::Worked : done() ? Step::Done : Step::Waits;
    }

    bool done() const
    {
        return nextUnit_ == call_.op->units() && std::all_of(std::begin(groups_), std::end(groups_), isFree);
    }

    bool copyOne(size_t slot)
    {
        Group& group = groups_[slot];
        const State state = group.state;
        if (state != State::Filling && state != State::Emptying)
            return false;
        const bool fills = state == State::Filling;
        SharedCopies& copies = fills ? group.in : group.out;
        const PieceCopy* const piece = copies.claim();
        if (!piece)
            return false;
        const Stage stage = fills ? Stage::StageIn : Stage::StageOut;
        {
            const TraceRange range(stage);
            copy(*piece, stage);
        }
        if (!copies.ended())
            return true;
        copies.clear();
        if (fills)
            launch(slot);
        else
            group.state = State::Free;
        return true;
    }

    void launch(size_t slot)
    {
        const TraceRange range(Stage::RunDevice);
        const DeviceScope scope(device_);
        device_.launch(stream(slot), *groups_[slot].kernel);
        device_.record(ran(slot), stream(slot));
        groups_[slot].state = State::Runs;
    }

    // Ends the oldest group that runs. False if there is none, it still runs, or another thread looks.
    bool endKernel()
    {
        size_t slot = planned_ % slots_;
        for (size_t i = 1; i < slots_ && groups_[slot].state != State::Runs; ++i)
            slot = (slot + 1) % slots_;
        Group& group = groups_[slot];
        State runs = State::Runs;
        if (!group.state.compare_exchange_strong(runs, State::Taken))
            return false;
        if (!device_.passed(ran(slot))) {
            group.state = State::Runs;
            return false;
        }
        group.kernel.reset();
        const bool ends = group.out.empty();
        group.state = ends ? State::Free : State::Emptying;
        if (!ends)
            group.out.share();
        return true;
    }

    // Gives the next units a slot, in turn. False if there are none, the slot is in use, or another thread does so.
    bool planNext()
    {
        if (!mayPlan())
            return false;
        std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
        if (!lock || !mayPlan())
            return false;
        const size_t slot = planned_ % slots_;
        Group& group = groups_[slot];
        group.state = State::Taken;
        SlotFiller filler(lease_->stagingMemory.get() + static_cast<int64>(slot) * slotBytes_, stagesIn_, stagesOut_);
        const int64 units = unitsOfGroup(nextUnit_);
        BatchKernel merged;
        call_.batch->forImages(nextUnit_, units, [&](const StripeOp& op, const StripePlanes& planes, int64 count) {
            const auto fill = [&](const PieceCopy& copy) { group.in.add(copy); };
            const auto empty = [&](const PieceCopy& copy) { group.out.add(copy); };
            merged.add(op, filler.place(op, planes, count, fill, empty), count);
        });
        group.kernel = merged.make();
        limitOnBus(*group.kernel, call_.memory.in[0] != MemoryKind::Device, call_.memory.out[0] != MemoryKind::Device);
        nextUnit_ += units;
        ++planned_;
        if (group.in.empty()) {
            launch(slot);
        } else {
            group.state = State::Filling;
            group.in.share();
        }
        return true;
    }

    bool mayPlan() const { return nextUnit_ < call_.op->units() && isFree(groups_[planned_ % slots_]); }
    static bool isFree(const Group& group) { return group.state == State::Free; }

    //! The units from `first` on that fit into a slot.
    int64 unitsOfGroup(int64 first) const
    {
        int64 bytes = 0, end = first;
        while (end < call_.op->units() && (bytes += unitBytes_[static_cast<size_t>(end)]) <= slotBytes_)
            ++end;
        return end - first;
    }

    void copy(const PieceCopy& piece, Stage stage) const
    {
        const auto forEachAccess = [&](const auto& use) {
            use({piece.src, piece.rows, false});
            use({piece.dst, piece.rows, true});
        };
        threads_.work(stage, double(piece.rows) * double(piece.dst.rowBytes), forEachAccess, [&] {
            if (stage == Stage::StageIn)
                copyIntoSlot(piece.dst, piece.src, piece.rows);
            else
                copyFromSlot(piece.dst, piece.src, piece.rows, false);
        });
    }

    StreamId stream(size_t slot) const { return lease_->streams[slot % kStreams]; }
    EventId ran(size_t slot) const { return lease_->slots[slot].ran; }

    const OpenCall& call_;
    Device& device_;
    const bool stagesIn_, stagesOut_;
    const std::vector<int64> unitBytes_;  // in a slot
    size_t slots_ = 0;
    int64 slotBytes_ = 0;
    HostThreads threads_;
    LeasePool::Loan lease_;
    int threadCount_ = 1;

    Group groups_[kSlots];
    std::atomic<size_t> planned_{0};  // groups
    std::atomic<int64> nextUnit_{0};  // to plan
    std::mutex mutex_;                // of planning
};

}  // namespace

bool runStagedBatch(const OpenCall& call, DeviceEntry& entry)
{
    StagedBatch batch(call, entry);
    if (!batch.leased())
        return false;
    waitForEarlierWork(call);
    batch.run();
    return true;
}

}}  // namespace cv::cudastripe
