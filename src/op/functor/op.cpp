// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operation of a caller's function object.

#include "op.hpp"

#include "../simd/float_mode.hpp"

namespace cv { namespace cudastripe {
namespace {

//! The body of the kernel.
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

class FunctorOp final : public StripeOp
{
public:
    FunctorOp(const detail::FunctorWork& work, int64 cols, int64 rows, CutBy cut)
        : StripeOp(cols, rows, cut), work_(work)
    {
        sameBits_ = work.sameBits == SameBits::Yes;
        compiledForDevice_ = work.calls.enqueue != nullptr;
        hostCost_ = 0;
        for (int i = 0; i < work.inputCount; ++i)
            inputs_.push_back(plane(static_cast<int64>(work.inputs[i].sizeBytes)));
        outputs_.push_back(plane(static_cast<int64>(work.output.sizeBytes)));
    }

    void hostRun(const StripePlanes& planes, int64 units) const override
    {
        const FloatMode mode;
        work_.calls.host(work_.functor.get(), elements(planes, units));
    }

    KernelRef kernel(const StripePlanes& planes, int64 units) const override
    {
        const FunctorCall call = {work_.functor.get(), elements(planes, units), work_.calls};
        return KernelRef(call, &FunctorCall::emulate, &FunctorCall::enqueue, units, 1, accesses(planes, units),
                         work_.functor);
    }

private:
    detail::ElementRows elements(const StripePlanes& planes, int64 units) const
    {
        detail::ElementRows e = {};
        for (size_t i = 0; i < inputs_.size(); ++i) {
            e.in[i] = planes.in[i].base;
            e.inStep[i] = planes.in[i].step;
        }
        e.out = planes.out[0].base;
        e.outStep = planes.out[0].step;
        e.cols = loopCols(units);
        e.rows = loopRows(units);
        return e;
    }

    const detail::FunctorWork work_;
};

}  // namespace

std::unique_ptr<StripeOp> makeFunctorOp(const detail::FunctorWork& work, int64 cols, int64 rows, CutBy cut)
{
    return std::make_unique<FunctorOp>(work, cols, rows, cut);
}

}}  // namespace cv::cudastripe
