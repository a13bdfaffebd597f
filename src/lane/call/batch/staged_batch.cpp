// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See staged_batch.hpp.

#include "staged_batch.hpp"

#include <atomic>

#include "../../../op/batch/kernel.hpp"
#include "../../../op/staging_copy.hpp"
#include "../../../plan/checked_math.hpp"
#include "../../../plan/route.hpp"
#include "../../earlier_work.hpp"
#include "../../trace_range.hpp"
#include "../../wait_for.hpp"
#include "../direct_call.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int kSlots = 3;
constexpr int kStream = 1;              // the lease's stream for kernels
constexpr int64 kSlotBytes = 4 << 20;   // 80 us of PCIe Gen5 x16, several times what threads take to meet
constexpr int64 kRowAlignment = 16;     // the widest load
constexpr int64 kPlaneAlignment = 256;  // as of device allocations

//! A copy between an image and a slot.
struct Copy
{
    PlaneView dst, src;
    int64 rows;
};

//! Gives images their places in a slot, one after the other.
class SlotFiller
{
public:
    explicit SlotFiller(const uchar* base) : base_(reinterpret_cast<std::uintptr_t>(base)) {}

    //! The place of so many rows, with neighbours above the first one. Elements follow each other without a gap.
    PlaneView place(const StripeOp& op, int64 rowBytes, int64 rows, int64 above)
    {
        const int64 step = op.flat() ? rowBytes : roundedUp(rowBytes, kRowAlignment);
        uchar* const first = reinterpret_cast<uchar*>(base_ + static_cast<std::uintptr_t>(bytes_ + above * step));
        bytes_ = roundedUp(checkedSum(bytes_, checkedProduct(step, rows)), kPlaneAlignment);
        return {first, step, rowBytes};
    }
    int64 bytes() const { return bytes_; }

private:
    std::uintptr_t base_;  // 0 where only bytes are counted
    int64 bytes_ = 0;
};

class StagedBatch
{
public:
    StagedBatch(const OpenCall& call, DeviceEntry& entry)
        : call_(call),
          device_(*entry.device),
          watching_(call.watchingDevices()),
          stagesIn_(stages(call.memory.in)),
          stagesOut_(stages(call.memory.out))
    {
        const int64 least = mostBytesOfAUnit();
        for (int64 bytes : {std::max(kSlotBytes, least), least}) {
            if (lease_)
                break;
            slotBytes_ = bytes;
            lease_ = entry.pool.acquire(request());
        }
        const KnownRates rates = entry.rates.find(!call.streamGiven);
        threads_ = stagingThreads(double(slotBytes_), call.hostThreads(), rates.host);
    }

    //! False if there is no page-locked memory.
    bool leased() const { return lease_ != nullptr; }

    void run()
    {
        try {
            for (int64 first = 0; first < call_.op->units();)
                first += enqueueGroup(first);
            for (int i = 0; i < kSlots; ++i, ++group_)
                finish(group_ % kSlots);
        } catch (...) {
            lease_->drain();
            throw;
        }
    }

private:
    using Copies = std::vector<Copy>;

    bool stages(const CallMemory::List& memory) const
    {
        return memory[0] == MemoryKind::Pageable || (memory[0] == MemoryKind::PageLocked && !call_.kernelsReach);
    }

    LeaseRequest request() const
    {
        LeaseRequest request;
        request.streams = kStream + 1;
        request.slots = kSlots;
        request.stagingBytes = static_cast<size_t>(kSlots * slotBytes_);
        request.caller = call_.caller;
        return request;
    }

    // Places some units of an image. Calls fill(copy) for each copy that fills the slot, empty(copy) for each that
    // empties it.
    template <class Fill, class Empty>
    StripePlanes placed(const StripeOp& op, const StripePlanes& planes, int64 units, SlotFiller& slot, const Fill& fill,
                        const Empty& empty) const
    {
        StripePlanes result = planes;
        for (size_t i = 0; stagesIn_ && i < op.inputs().size(); ++i) {
            const RowsRead read = op.rowsRead(op.inputs()[i], planes.first, units);
            result.in[i] = slot.place(op, planes.in[i].rowBytes, read.count, read.above);
            fill({result.in[i].from(-read.above), planes.in[i].from(-read.above), read.count});
        }
        for (size_t i = 0; stagesOut_ && i < op.outputs().size(); ++i) {
            const int64 rows = op.rows(op.outputs()[i], units);
            result.out[i] = slot.place(op, planes.out[i].rowBytes, rows, 0);
            empty({planes.out[i], result.out[i], rows});
        }
        return result;
    }

    int64 bytesOf(const StripeOp& op, const StripePlanes& planes, int64 units) const
    {
        SlotFiller slot(nullptr);
        const auto ignore = [](const Copy&) {};
        placed(op, planes, units, slot, ignore, ignore);
        return slot.bytes();
    }

    int64 mostBytesOfAUnit() const
    {
        int64 most = 0;
        call_.batch->forDifferentPieces([&](const StripeOp& op, const StripePlanes& planes, int64 units) {
            most = std::max(most, bytesOf(op, planes, units));
        });
        return most;
    }

    //! The units from `first` on that fit into a slot.
    int64 unitsOfGroup(int64 first) const
    {
        int64 units = 0, bytes = 0;
        for (; first + units < call_.op->units(); ++units) {
            call_.batch->forImages(first + units, 1, [&](const StripeOp& op, const StripePlanes& planes, int64 count) {
                bytes += bytesOf(op, planes, count);
            });
            if (bytes > slotBytes_)
                break;
        }
        return units;
    }

    //! Gives the units of the group.
    int64 enqueueGroup(int64 first)
    {
        const int slot = group_++ % kSlots;
        finish(slot);
        const int64 units = unitsOfGroup(first);
        SlotFiller filler(lease_->stagingMemory.get() + slot * slotBytes_);
        Copies in;
        BatchKernel merged;
        const auto fill = [&](const Copy& copy) { in.push_back(copy); };
        const auto empty = [&](const Copy& copy) { results_[slot].push_back(copy); };
        call_.batch->forImages(first, units, [&](const StripeOp& op, const StripePlanes& planes, int64 count) {
            merged.add(op, placed(op, planes, count, filler, fill, empty), count);
        });
        copyAll(in, Stage::StageIn);
        KernelRef kernel = merged.make();
        limitOnBus(kernel, call_.memory.in[0] != MemoryKind::Device, call_.memory.out[0] != MemoryKind::Device);
        const TraceRange range(Stage::RunDevice);
        device_.launch(stream(), kernel);
        device_.record(ran(slot), stream());
        busy_[slot] = true;
        return units;
    }

    //! Waits for the kernel of a slot and copies its results.
    void finish(int slot)
    {
        if (!std::exchange(busy_[slot], false))
            return;
        waitFor(device_, ran(slot));
        copyAll(results_[slot], Stage::StageOut);
        results_[slot].clear();
    }

    static void copy(const Copy& rows, Stage stage)
    {
        if (stage == Stage::StageIn)
            copyIntoSlot(rows.dst, rows.src, rows.rows);
        else
            copyFromSlot(rows.dst, rows.src, rows.rows, false);
    }

    void simulatedCopy(const Copy& rows, Stage stage) const
    {
        for (Device* device : watching_) {
            device->hostAccess(rows.src, rows.rows, false);
            device->hostAccess(rows.dst, rows.rows, true);
        }
        const std::function<void()> work = [&] { copy(rows, stage); };
        watching_.front()->hostWork(stage, -1, double(rows.rows) * double(rows.src.rowBytes), work);
    }

    void copyAll(const Copies& copies, Stage stage)
    {
        if (copies.empty())
            return;
        const TraceRange range(stage);
        std::atomic<size_t> next{0};
        const auto step = [&] {
            const size_t i = next++;
            if (i >= copies.size())
                return Device::Step::Done;
            watching_.empty() ? copy(copies[i], stage) : simulatedCopy(copies[i], stage);
            return Device::Step::Worked;
        };
        const int threads = std::min(threads_, static_cast<int>(copies.size()));
        watching_.empty() ? runHostLoop(threads, step) : watching_.front()->hostLoop(threads, step);
    }

    StreamId stream() const { return lease_->streams[kStream]; }
    EventId ran(int slot) const { return lease_->slots[static_cast<size_t>(slot)].ran; }

    const OpenCall& call_;
    Device& device_;
    const std::vector<Device*> watching_;  // devices that simulate the host
    const bool stagesIn_, stagesOut_;
    int64 slotBytes_ = 0;
    LeasePool::Loan lease_;
    int threads_ = 1;
    int group_ = 0;
    Copies results_[kSlots];
    bool busy_[kSlots] = {};
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
