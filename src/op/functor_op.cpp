// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "functor_op.hpp"

#include "simd/float_mode.hpp"

namespace cv { namespace cudastripe {
namespace {

//! What a KernelRef holds of the work.
struct FunctorCall
{
    const void* functor;
    detail::ElementRows elements;
    detail::FunctorCalls calls;

    static void emulate(const void* call, int64, int64)
    {
        const FunctorCall& self = *static_cast<const FunctorCall*>(call);
        self.calls.emulate(self.functor, self.elements);
    }

    static int enqueue(const void* call, int64, int64, const KernelLaunch& launch)
    {
        const FunctorCall& self = *static_cast<const FunctorCall*>(call);
        return self.calls.enqueue(self.functor, self.elements, launch);
    }
};

}  // namespace

FunctorOp::FunctorOp(const detail::FunctorWork& work, int64 cols, int64 rows, CutBy cut)
    : work_(work),
      flat_(cut == CutBy::Elements),
      cols_(flat_ ? 1 : cols),
      units_(flat_ ? cols * rows : rows),
      granule_(flat_ ? flatGranule(units_) : 1)
{
    for (int i = 0; i < work.inputCount; ++i)
        inputs_.push_back({cols_ * static_cast<int64>(work.inputs[i].sizeBytes), granule_});
    outputs_.push_back({cols_ * static_cast<int64>(work.output.sizeBytes), granule_});
}

detail::ElementRows FunctorOp::elements(const StripePlanes& planes, int64 units) const
{
    detail::ElementRows e = {};
    for (size_t i = 0; i < inputs_.size(); ++i) {
        e.in[i] = planes.in[i].base;
        e.inStep[i] = planes.in[i].step;
    }
    e.out = planes.out[0].base;
    e.outStep = planes.out[0].step;
    e.cols = flat_ ? units : cols_;
    e.rows = flat_ ? 1 : units;
    return e;
}

void FunctorOp::hostRun(const StripePlanes& planes, int64 units) const
{
    const FloatMode mode;
    work_.calls.host(work_.functor.get(), elements(planes, units));
}

KernelRef FunctorOp::kernel(const StripePlanes& planes, int64 units) const
{
    KernelRef::Accesses accesses;
    const auto add = [&](const PlaneView& plane, bool write) {
        accesses.push_back({flat_ ? plane.joined(units) : plane, flat_ ? 1 : units, write});
    };
    for (size_t i = 0; i < inputs_.size(); ++i)
        add(planes.in[i], false);
    add(planes.out[0], true);
    const FunctorCall call = {work_.functor.get(), elements(planes, units), work_.calls};
    return KernelRef(call, &FunctorCall::emulate, &FunctorCall::enqueue, units, 1, accesses, work_.functor);
}

}}  // namespace cv::cudastripe
