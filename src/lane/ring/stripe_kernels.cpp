// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See stripe_kernels.hpp.

#include "stripe_kernels.hpp"

#include "../../op/batch/kernel.hpp"

namespace cv { namespace cudastripe {

void enqueueKernels(const OpenCall& call, const Plan& plan, const Stripe& stripe, Device& device, StreamId stream)
{
    // Whether the first kernel itself reads host memory, and the last one writes it.
    const bool reads = kernelsReadHost(plan.stages, call.memory);
    const bool downloads = plan.stages.has(Stage::Download) && !plan.writesItself(stripe.number);
    const bool writes = !downloads && CallMemory::anyInHostMemory(call.memory.out);
    const auto launch = [&](bool first, bool last, KernelRef kernel) {
        kernel.setAcrossBus(reads && first, writes && last);
        device.launch(stream, kernel);
    };
    const StripeOp& op = *call.op;
    if (!plan.usesMemory() && !op.hasPasses()) {
        const bool whole = stripe.first == 0;
        return launch(true, true, op.kernel(whole ? call.image : op.from(call.image, stripe.first), stripe.units));
    }
    // Of a batch those passes merge that have as many behind them.
    std::vector<std::pair<bool, BatchKernel>> merged;
    const auto add = [&](const StripeOp::Pass& pass, const StripeOp& own, const StripePlanes& planes, int64 units) {
        if (!call.batch)
            return launch(pass.first, pass.left == 0, own.kernel(planes, units));
        if (merged.size() <= pass.left)
            merged.resize(pass.left + 1);
        merged[pass.left].first = merged[pass.left].first || pass.first;
        merged[pass.left].second.add(own, planes, units);
    };
    followStripe(
        call, plan, stripe, [](Stage, const PieceCopy&) {}, add);
    for (size_t left = merged.size(); left-- > 0;)
        launch(merged[left].first, left == 0, merged[left].second.make());
}

}}  // namespace cv::cudastripe
