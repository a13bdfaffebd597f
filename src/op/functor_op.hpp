// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operation of a caller's function object, whose host form and kernel come from the caller's compiler.

#pragma once

#include "opencv2/cudastripe/detail/functor_work.hpp"
#include "stripe_op.hpp"

namespace cv { namespace cudastripe {

class FunctorOp final : public StripeOp
{
public:
    FunctorOp(const detail::FunctorWork& work, int64 cols, int64 rows, CutBy cut);

    void hostRun(const StripePlanes& planes, int64 units) const override;
    KernelRef kernel(const StripePlanes& planes, int64 units) const override;

private:
    detail::ElementRows elements(const StripePlanes& planes, int64 units) const;

    detail::FunctorWork work_;
};

}}  // namespace cv::cudastripe
