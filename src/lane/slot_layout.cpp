// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "slot_layout.hpp"

#include "../plan/checked_math.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int kRowAlignment = 16;     // the widest load; rows that are a multiple of it stay dense, for one long copy
constexpr int kPlaneAlignment = 256;  // what device allocations have

}  // namespace

void SlotLayout::Part::add(PlaneView& view, const PlaneSpec& spec, int64 rows)
{
    view.base = reinterpret_cast<uchar*>(static_cast<uintptr_t>(sizeBytes));
    view.rowBytes = spec.rowBytes;
    view.step = roundedUp(spec.rowBytes, kRowAlignment);
    sizeBytes = roundedUp(checkedSum(sizeBytes, checkedProduct(view.step, rows)), kPlaneAlignment);
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

SlotLayout::SlotLayout(const StripeOp& op, const Route& route, int64 units)
{
    for (size_t i = 0; i < op.inputs().size(); ++i) {
        const PlaneSpec& spec = op.inputs()[i];
        if (has(route, Stage::Upload))
            device_.add(device_.planes.in[i], spec, op.rows(spec, units));
        if (has(route, Stage::StageIn))
            staging_.add(staging_.planes.in[i], spec, op.rows(spec, units));
    }
    for (size_t i = 0; i < op.outputs().size(); ++i) {
        const PlaneSpec& spec = op.outputs()[i];
        if (has(route, Stage::Download))
            device_.add(device_.planes.out[i], spec, op.rows(spec, units));
        if (has(route, Stage::StageOut))
            staging_.add(staging_.planes.out[i], spec, op.rows(spec, units));
    }
}

}}  // namespace cv::cudastripe
