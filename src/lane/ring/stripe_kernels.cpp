// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See stripe_kernels.hpp.

#include "stripe_kernels.hpp"

#include "../../op/batch/kernel.hpp"

namespace cv { namespace cudastripe {

void enqueueKernels(const OpenCall& call, const Plan& plan, const Stripe& stripe, Device& device, StreamId stream)
{
    // True if kernels themselves read, or write, images of the call in host memory.
    const bool reads = kernelsReadHost(plan.stages, call.memory);
    const bool downloads = plan.stages.has(Stage::Download) && !plan.writesItself(stripe.number);
    const bool writes = !downloads && CallMemory::anyInHostMemory(call.memory.out);
    const auto launch = [&](const StripeOp::Pass& pass, KernelRef kernel) {
        kernel.setAcrossBus(reads && pass.reads, writes && pass.writes);
        device.launch(stream, kernel);
    };
    const StripeOp& op = *call.op;
    if (!plan.usesMemory() && !op.hasPasses()) {
        const bool whole = stripe.first == 0;
        return launch({true, true, 0}, op.kernel(whole ? call.image : op.from(call.image, stripe.first), stripe.units));
    }
    // In a batch, passes of several images merge into one kernel if equally many passes follow them.
    std::vector<std::pair<StripeOp::Pass, BatchKernel>> merged;
    const auto add = [&](const StripeOp::Pass& pass, const StripeOp& own, const StripePlanes& planes, int64 units) {
        if (!call.batch)
            return launch(pass, own.kernel(planes, units));
        if (merged.size() <= pass.left)
            merged.resize(pass.left + 1);
        auto& [all, kernel] = merged[pass.left];
        all = {all.reads || pass.reads, all.writes || pass.writes, pass.left};
        kernel.add(own, planes, units);
    };
    followStripe(
        call, plan, stripe, [](Stage, const PieceCopy&) {}, add);
    for (size_t left = merged.size(); left-- > 0;)
        launch(merged[left].first, merged[left].second.make());
}

}}  // namespace cv::cudastripe
