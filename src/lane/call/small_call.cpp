// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Calls that the calling thread does alone.

#include "../../plan/tuning.hpp"
#include "../earlier_work.hpp"
#include "../host/host_lane.hpp"
#include "stripe_call.hpp"

namespace cv { namespace cudastripe {

bool isSmall(const OpenCall& call)
{
    const StripeOp& op = *call.op;
    const double cost = op.hostCost();  // 0 if it is not known
    if (call.streamGiven || cost <= 0 || cost * op.bytes(op.units()) > kCheapBytes)
        return false;
    const bool onHost =
        call.params.route == Route::Host || (call.params.route == Route::Auto && (op.sameBits() || !call.device()));
    return onHost && call.leavesSharesOpen() && !call.memory.any(MemoryKind::Device) && call.hostMayRead();
}

void runOnCallingThread(const OpenCall& call)
{
    waitForEarlierWork(call);
    const HostThreads threads(call);
    const int64 units = call.op->units();
    Claims claims(units, call.op->granule());
    HostLane{call, claims, threads, units, 1, units}.step();
}

}}  // namespace cv::cudastripe
