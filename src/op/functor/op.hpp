// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operation of a caller's function object, whose host form and kernel come from the caller's compiler.

#pragma once

#include "../stripe_op.hpp"
#include "opencv2/cudastripe/detail/functor_work.hpp"

namespace cv { namespace cudastripe {

std::unique_ptr<StripeOp> makeFunctorOp(const detail::FunctorWork& work, int64 cols, int64 rows, CutBy cut);

}}  // namespace cv::cudastripe
