// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The places of planes in a slot.

#include "slot_layout.hpp"

#include <algorithm>

#include "../model/checked_math.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int kRowAlignment = 16;     // the widest load
constexpr int kPlaneAlignment = 256;  // as for device allocations

}  // namespace

PlaneView PlanePlaces::add(const StripeOp& op, int64 rowBytes, int64 rows, int64 above)
{
    const int64 step = op.flat() ? rowBytes : roundedUp(rowBytes, kRowAlignment);
    const int64 first = sizeBytes + above * step;
    sizeBytes = roundedUp(checkedSum(sizeBytes, checkedProduct(step, rows)), kPlaneAlignment);
    return {reinterpret_cast<uchar*>(static_cast<uintptr_t>(first)), step, rowBytes};
}

StripePlanes SlotLayout::Part::at(uchar* base) const
{
    StripePlanes result = planes;
    for (PlaneView& view : result.in)
        view.base = base + reinterpret_cast<uintptr_t>(view.base);
    for (PlaneView& view : result.out)
        view.base = base + reinterpret_cast<uintptr_t>(view.base);
    return result;
}

std::vector<int64> SlotLayout::places(int slots) const
{
    std::vector<int64> numbers = {slots, device_.sizeBytes};
    const auto add = [&](const PlaneView& view) {
        numbers.push_back(static_cast<int64>(reinterpret_cast<uintptr_t>(view.base)));
        numbers.push_back(view.step);
    };
    std::for_each(std::begin(device_.planes.in), std::end(device_.planes.in), add);
    std::for_each(std::begin(device_.planes.out), std::end(device_.planes.out), add);
    return numbers;
}

SlotLayout::SlotLayout(const StripeOp& op, const StageList& stages, const CallMemory& memory, int64 units)
{
    const auto add = [&](Part& part, Stage stage, MemoryKind kind, PlaneView& view, const PlaneSpec& spec) {
        if (stages.has(stage) && needs(stage, kind))
            view = part.add(op, spec.rowBytes, op.rows(spec, units) + spec.rowsAbove + spec.rowsBelow, spec.rowsAbove);
    };
    for (size_t i = 0; i < op.inputs().size(); ++i) {
        add(device_, Stage::Upload, memory.in[i], device_.planes.in[i], op.inputs()[i]);
        add(staging_, Stage::StageIn, memory.in[i], staging_.planes.in[i], op.inputs()[i]);
    }
    for (size_t i = 0; i < op.outputs().size(); ++i) {
        add(device_, Stage::Download, memory.out[i], device_.planes.out[i], op.outputs()[i]);
        add(staging_, Stage::StageOut, memory.out[i], staging_.planes.out[i], op.outputs()[i]);
    }
}

}}  // namespace cv::cudastripe
