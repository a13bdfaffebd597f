// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "open_call.hpp"

#include <algorithm>

namespace cv { namespace cudastripe {

PlanInput planInput(const StripeOp& op, const CallMemory& memory)
{
    PlanInput input = {op.units(), op.granule(), 0, 0, 0};
    const auto bytesOf = [&](const PlaneSpec& plane) {
        return double(plane.rowBytes) * double(op.rows(plane, op.units()));
    };
    for (size_t i = 0; i < op.inputs().size(); ++i) {
        input.kernelBytes += bytesOf(op.inputs()[i]);
        input.uploadBytes += memory.in[i] == MemoryKind::Device ? 0 : bytesOf(op.inputs()[i]);
    }
    for (size_t i = 0; i < op.outputs().size(); ++i) {
        input.kernelBytes += bytesOf(op.outputs()[i]);
        input.downloadBytes += memory.out[i] == MemoryKind::Device ? 0 : bytesOf(op.outputs()[i]);
    }
    return input;
}

bool OpenCall::hostMayRead() const
{
    return std::all_of(mayBeCombined.begin(), mayBeCombined.end(), [this](const uchar* input) {
        return std::all_of(devices.begin(), devices.end(),
                           [input](DeviceEntry* entry) { return entry->device->hostMayRead(input); });
    });
}

DeviceEntry* OpenCall::device() const
{
    const auto found = std::find_if(devices.begin(), devices.end(),
                                    [this](DeviceEntry* entry) { return canRun(*entry->device, *op); });
    return found == devices.end() ? nullptr : *found;
}

bool OpenCall::saysHowToCut() const
{
    return params.stripes > 0 || params.slots > 0 || params.streams > 0 || params.order != IssueOrder::Dedicated;
}

int OpenCall::hostThreads() const
{
    const int all = devices.empty() ? std::max(1, getNumThreads()) : devices.front()->device->hostThreads();
    return params.threads > 0 ? std::min(params.threads, all) : all;
}

}}  // namespace cv::cudastripe
