// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../lane/call_route.hpp"
#include "../lane/ring_plan.hpp"
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

}  // namespace

void Striper::Impl::reserve(const std::vector<const StripeOp*>& ops, int concurrentCalls, bool ordinaryMemory)
{
    devices_.requireSameProcess();
    const End end = ordinaryMemory ? End::Ordinary : End::PageLocked;
    const auto devices = devices_.open();
    for (const auto& used : *devices) {
        DeviceEntry& entry = *used;
        entry.device->preload();
        entry.rates.find(true);
        entry.breaker.prepare();
        entry.starts.reserve(static_cast<size_t>(concurrentCalls));
        entry.held.reserve(static_cast<size_t>(concurrentCalls) + kLeftOver);
        for (const StripeOp* op : ops) {
            const RouteEnds ends = {std::vector<End>(op->inputs().size(), end),
                                    std::vector<End>(op->outputs().size(), end)};
            const StageList stages = stripedStages(ends, true, params_);
            if (reserveLeases(entry.pool, requestForParts(entry, *op, stages, ends, params_), concurrentCalls))
                continue;
            // What memory there is should at least do for the whole.
            for (Urgency urgency : {Urgency::CallerWaits, Urgency::CallerGoesOn}) {
                std::vector<LeasePool::Loan> loans;
                for (int i = 0; i < concurrentCalls; ++i) {
                    RingPlan ring;
                    ring.image = planInput(*op, ends);
                    loans.push_back(leaseRing(entry, *op, stages, ends, params_, urgency, ring));
                }
            }
        }
    }
}

}}  // namespace cv::cudastripe
