// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "stripe_op.hpp"

namespace cv { namespace cudastripe {

StripeOp::~StripeOp() = default;

StripePlanes StripeOp::from(const StripePlanes& planes, int64 first) const
{
    StripePlanes result;
    for (size_t i = 0; i < inputs().size(); ++i)
        result.in[i] = planes.in[i].from(rows(inputs()[i], first));
    for (size_t i = 0; i < outputs().size(); ++i)
        result.out[i] = planes.out[i].from(rows(outputs()[i], first));
    return result;
}

}}  // namespace cv::cudastripe
