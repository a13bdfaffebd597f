// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../lane/call/ring_plan.hpp"
#include "../../lane/lease/lease_lanes.hpp"
#include "striper_impl.hpp"

// Room for calls to come.

namespace cv { namespace cudastripe {
namespace {

constexpr size_t kLeftOver = 2;  // calls that have ended, of which nobody has looked yet

// So many at once; false if there is not enough memory.
bool reserveLeases(LeasePool& pool, const LeaseRequest& request, int count)
{
    std::vector<LeasePool::Loan> loans;
    for (int i = 0; i < count; ++i) {
        loans.push_back(pool.acquire(request));
        if (!loans.back())
            return false;
    }
    return true;
}

// As it will be when it comes, but without memory.
OpenCall callOf(const StripeOp& op, MemoryKind kind, DeviceEntry& entry, const StriperParams& params)
{
    OpenCall call(params);
    call.op = &op;
    call.memory = {{op.inputs().size(), kind}, {op.outputs().size(), kind}};
    call.devices = {&entry};
    return call;
}

void reserveFor(const OpenCall& call, DeviceEntry& entry, int count)
{
    const StageList stages = stripedStages(call);
    if (reserveLeases(entry.pool, requestForParts(call, entry, stages), count))
        return;
    // What memory there is should at least do for the whole.
    for (Urgency urgency : {Urgency::CallerWaits, Urgency::CallerGoesOn}) {
        std::vector<LeasePool::Loan> loans;
        for (int i = 0; i < count; ++i) {
            LaneWork work;
            work.stages = stages;
            work.urgency = urgency;
            loans.push_back(leaseRing(call, entry, work));
        }
    }
}

}  // namespace

void Striper::Impl::reserve(const std::vector<const StripeOp*>& ops, int concurrentCalls, bool pageableMemory)
{
    devices_.requireSameProcess();
    const MemoryKind kind = pageableMemory ? MemoryKind::Pageable : MemoryKind::PageLocked;
    const auto devices = devices_.open();
    for (const auto& used : *devices) {
        DeviceEntry& entry = *used;
        entry.device->preload();
        entry.rates.find(true);
        entry.breaker.prepare();
        entry.events.reserve(static_cast<size_t>(concurrentCalls));
        entry.held.reserve(static_cast<size_t>(concurrentCalls) + kLeftOver);
        for (const StripeOp* op : ops)
            reserveFor(callOf(*op, kind, entry, params_), entry, concurrentCalls);
    }
}

}}  // namespace cv::cudastripe
