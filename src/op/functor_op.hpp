// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "opencv2/cudastripe/detail/functor_work.hpp"
#include "stripe_op.hpp"

namespace cv { namespace cudastripe {

/** @brief A caller's function object on arrays or images: the host form and the kernel come from the caller's compiler.

An array is one row, cut by elements. */
class FunctorOp final : public StripeOp
{
public:
    FunctorOp(const detail::FunctorWork& work, int64 cols, int64 rows, CutBy cut);

    int64 units() const override { return units_; }
    int granule() const override { return granule_; }
    bool flat() const override { return flat_; }
    bool sameBits() const override { return work_.sameBits == SameBits::Yes; }
    double hostCost() const override { return 0; }
    bool compiledForDevice() const override { return work_.calls.enqueue != nullptr; }
    const PlaneSpecs& inputs() const override { return inputs_; }
    const PlaneSpecs& outputs() const override { return outputs_; }
    void hostRun(const StripePlanes& planes, int64 units) const override;
    KernelRef kernel(const StripePlanes& planes, int64 units) const override;

private:
    detail::ElementRows elements(const StripePlanes& planes, int64 units) const;

    detail::FunctorWork work_;
    bool flat_;
    int64 cols_;
    int64 units_;
    int granule_;
    PlaneSpecs inputs_;
    PlaneSpecs outputs_;
};

}}  // namespace cv::cudastripe
