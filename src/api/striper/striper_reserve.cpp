// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Striper::reserve: memory, streams and events for calls to come.

#include "../../lane/call/ring_plan.hpp"
#include "../../lane/lease/lease_lanes.hpp"
#include "striper_impl.hpp"

namespace cv { namespace cudastripe {

void Striper::Impl::reserve(const std::vector<std::unique_ptr<StripeOp>>& ops, int concurrentCalls, bool pageableMemory)
{
    constexpr size_t leftOver = 2;  // calls that have ended, but whose memory is still held
    devices_.requireSameProcess();
    const MemoryKind kind = pageableMemory ? MemoryKind::Pageable : MemoryKind::PageLocked;
    const auto devices = devices_.open();
    for (const auto& entry : *devices) {
        entry->device->preload();
        entry->rates.find(true);
        entry->breaker.prepare();
        entry->events.reserve(static_cast<size_t>(concurrentCalls));
        entry->held.reserve(static_cast<size_t>(concurrentCalls) + leftOver);
        for (const auto& op : ops) {
            OpenCall call(params_);
            call.op = op.get();
            call.memory = {{op->inputs().size(), kind}, {op->outputs().size(), kind}};
            call.devices = {entry.get()};
            reserveRings(call, *entry, stripedStages(call), concurrentCalls);
        }
    }
}

}}  // namespace cv::cudastripe
