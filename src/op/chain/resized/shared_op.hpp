// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// An operation that several calls use.

#pragma once

#include <memory>

#include "../../stripe_op.hpp"

namespace cv { namespace cudastripe {

class SharedOp final : public StripeOp
{
public:
    explicit SharedOp(std::shared_ptr<const StripeOp> op) : StripeOp(*op), op_(std::move(op)) {}

    void hostRun(const StripePlanes& planes, int64 units) const override { op_->hostRun(planes, units); }
    KernelRef kernel(const StripePlanes& planes, int64 units) const override { return op_->kernel(planes, units); }
    PlaneSpecs between(bool readsHost) const override { return op_->between(readsHost); }
    void forEachPass(const StripePlanes& planes, int64 units, const UsePass& use) const override
    {
        op_->forEachPass(planes, units, use);
    }
    std::unique_ptr<StripeOp> staged() const override { return op_->staged(); }
    void forEachAccess(const StripePlanes& planes, int64 units, const UseAccess& use) const override
    {
        op_->forEachAccess(planes, units, use);
    }

private:
    const std::shared_ptr<const StripeOp> op_;
};

}}  // namespace cv::cudastripe
