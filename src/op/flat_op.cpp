// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "flat_op.hpp"

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {
namespace {

//! What travels to the kernel.
struct FlatBody
{
    alignas(std::max_align_t) unsigned char functor[kMaxFunctorBytes];
    const void* in[detail::kMaxFlatInputs];
    void* out;
    detail::FlatCalls calls;

    static void emulate(const void* body, int64 count, int64)
    {
        const FlatBody& self = *static_cast<const FlatBody*>(body);
        self.calls.host(self.functor, self.in, self.out, count);
    }

    static int enqueue(const void* body, int64 count, int64, void* stream)
    {
        const FlatBody& self = *static_cast<const FlatBody*>(body);
        return self.calls.enqueue(self.functor, self.in, self.out, count, stream);
    }
};

}  // namespace

FlatOp::FlatOp(const detail::FlatWork& work) : work_(work), granule_(flatGranule(work.count))
{
    for (int i = 0; i < work.inputCount; ++i)
        inputs_.push_back({static_cast<int64>(work.inputBytes[i]), granule_});
    outputs_.push_back({static_cast<int64>(work.outputBytes), granule_});
}

void FlatOp::hostRun(const StripePlanes& planes, int64 units) const
{
    const void* in[detail::kMaxFlatInputs] = {};
    for (size_t i = 0; i < inputs_.size(); ++i)
        in[i] = planes.in[i].base;
    work_.calls.host(work_.functor, in, planes.out[0].base, units);
}

KernelRef FlatOp::kernel(const StripePlanes& planes, int64 units) const
{
    FlatBody body = {};
    std::memcpy(body.functor, work_.functor, work_.functorBytes);
    std::vector<KernelRef::Access> accesses;
    for (size_t i = 0; i < inputs_.size(); ++i) {
        body.in[i] = planes.in[i].base;
        accesses.push_back({planes.in[i].joined(units), 1, false});
    }
    body.out = planes.out[0].base;
    accesses.push_back({planes.out[0].joined(units), 1, true});
    body.calls = work_.calls;
    return KernelRef(body, &FlatBody::emulate, &FlatBody::enqueue, units, 1, std::move(accesses));
}

}}  // namespace cv::cudastripe
