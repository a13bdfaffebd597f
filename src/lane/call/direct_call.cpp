// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Calls whose kernels work on memory where it lies.

#include "direct_call.hpp"

#include <algorithm>

#include "../../device/wait_for.hpp"
#include "../../model/checked_math.hpp"
#include "../earlier_work.hpp"
#include "../trace_range.hpp"

namespace cv { namespace cudastripe {
namespace {

bool anyInHostMemory(const CallMemory::List& planes)
{
    return std::any_of(planes.begin(), planes.end(), [](MemoryKind kind) { return kind != MemoryKind::Device; });
}

// Claims at most `units` units; counts the kernels in `launched`.
void enqueueKernels(const OpenCall& call, Device& device, StreamId stream, Claims& claims, int64 units, int& launched)
{
    const bool reads = anyInHostMemory(call.memory.in), writes = anyInHostMemory(call.memory.out);
    while (units > 0) {
        const Claim claim = claims.takeFront(std::min(units, StripeOp::kMostUnitsOfAKernel));
        if (!claim)
            return;
        units -= claim.units;
        const TraceRange range(Stage::RunDevice);
        KernelRef kernel = claim.first == 0 ? call.op->kernel(call.image, claim.units)
                                            : call.op->kernel(call.op->from(call.image, claim.first), claim.units);
        limitOnBus(kernel, reads, writes);
        device.mark(stream, launched);
        device.launch(stream, kernel);
        ++launched;
    }
}

}  // namespace

void enqueueInCallersStream(const OpenCall& call, Device& device)
{
    Claims claims(call.op->units(), call.op->granule());
    int launched = 0;
    try {
        enqueueKernels(call, device, call.stream, claims, call.op->units(), launched);
    } catch (...) {
        // A batch may have launched some of its kernels.
        if (launched > 0 || call.batch)
            waitUntilIdle(device, call.stream);
        throw;
    }
}

DirectCall::DirectCall(const OpenCall& call, DeviceEntry& entry)
    : call_(call), lease_(entry.pool.acquire({call.caller, kStream + 1}))
{
    if (call.streamGiven) {
        before_ = lease_->forked();
        device().record(*before_, call.stream);
    } else {
        inDefaultStream_ = workInDefaultStream(call, entry);
        if (inDefaultStream_)
            before_ = *inDefaultStream_;
    }
    if (before_)
        device().wait(stream(), *before_);
}

DirectCall::~DirectCall()
{
    if (!ended_)
        lease_->drain();
}

void DirectCall::launch(Claims& claims, int64 units)
{
    enqueueKernels(call_, device(), stream(), claims, roundedUp(units, call_.op->granule()), launched_);
    // Not `done`: the lease's other streams may be busy with stripes of an earlier call.
    if (launched_ > 0)
        device().record(lease_->ended, stream());
}

void DirectCall::wait()
{
    waitFor(device(), lease_->ended);
    ended_ = true;
}

}}  // namespace cv::cudastripe
