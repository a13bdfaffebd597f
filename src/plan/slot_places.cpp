// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The addresses of planes in a slot.

#include "slot_places.hpp"

#include "../model/checked_math.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int kRowAlignment = 16;     // the widest load
constexpr int kPlaneAlignment = 256;  // as for device allocations

void addBetween(SlotPlaces& device, const StripeOp& op, bool readsHost, int64 units)
{
    for (const PlaneSpec& plane : op.between(readsHost))
        device.add(op, plane, op.mostRowsRead(plane, units), 0);
}

SlotBytes bytesOfUnits(const StripeOp& op, const StageList& stages, const CallMemory& memory, int64 units)
{
    SlotPlaces device, staging;
    const auto add = [&](const PlaneSpecs& planes, const CallMemory::List& kinds, Stage copy, Stage stage) {
        for (size_t i = 0; i < planes.size(); ++i) {
            const int64 rows = op.mostRowsRead(planes[i], units);
            if (stages.passes(copy, CallMemory::of(kinds, i)))
                device.add(op, planes[i], rows, 0);
            if (stages.passes(stage, CallMemory::of(kinds, i)))
                staging.add(op, planes[i], rows, 0);
        }
    };
    add(op.inputs(), memory.in, Stage::Upload, Stage::StageIn);
    add(op.outputs(), memory.out, Stage::Download, Stage::StageOut);
    addBetween(device, op, kernelsReadHost(stages, memory), units);
    return {device.bytes(), staging.bytes()};
}

}  // namespace

PlaneView SlotPlaces::add(const StripeOp& op, const PlaneSpec& plane, int64 rows, int64 above)
{
    const int64 step = op.flat() ? plane.rowBytes : roundedUp(plane.rowBytes, kRowAlignment);
    const std::uintptr_t first = base_ + static_cast<std::uintptr_t>(bytes_ + above * step);
    bytes_ = roundedUp(checkedSum(bytes_, checkedProduct(step, rows)), kPlaneAlignment);
    return {reinterpret_cast<uchar*>(first), step, plane.rowBytes};
}

int64 betweenBytes(const StripeOp& op, const BatchOp* batch, bool readsHost, int64 units)
{
    const auto bytesOf = [&](const StripeOp& one, int64 ownUnits) {
        SlotPlaces device;
        addBetween(device, one, readsHost, ownUnits);
        return device.bytes();
    };
    if (!op.hasPasses())
        return 0;
    if (!batch)
        return bytesOf(op, units);
    int64 most = 0;
    batch->forModels([&](const StripeOp& one, int64 ownUnits) { most = std::max(most, bytesOf(one, ownUnits)); });
    return checkedProduct(most, units);
}

SlotBytes bytesOfSlot(const StripeOp& op, const BatchOp* batch, const StageList& stages, const CallMemory& memory,
                      int64 units)
{
    if (!batch)
        return bytesOfUnits(op, stages, memory, units);
    SlotBytes most;
    batch->forModels([&](const StripeOp& one, int64 ownUnits) {
        const SlotBytes bytes = bytesOfUnits(one, stages, memory, ownUnits);
        most = {std::max(most.device, bytes.device), std::max(most.staging, bytes.staging)};
    });
    return {checkedProduct(most.device, units), checkedProduct(most.staging, units)};
}

}}  // namespace cv::cudastripe
