// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "small_call.hpp"

#include "../../plan/tuning.hpp"
#include "../host_lane.hpp"
#include "../wait_for.hpp"
#include "call_start.hpp"

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
    CallStart start(!call.allPageable);
    std::vector<Device*> watching;
    for (DeviceEntry* entry : call.devices) {
        if (const auto before = start.pending(*entry))
            waitFor(*entry->device, *before);
        if (entry->device->watchesHost())
            watching.push_back(entry->device.get());
    }
    const int64 units = call.op->units();
    Claims claims(units, call.op->granule());
    HostLane(*call.op, call.image, claims, units, 1, units, watching).step();
}

}}  // namespace cv::cudastripe
