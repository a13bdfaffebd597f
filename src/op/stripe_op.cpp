// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "stripe_op.hpp"

#include <cmath>
#include <typeinfo>

namespace cv { namespace cudastripe {

StripeOp::~StripeOp() = default;

// The class, and how much is written for what is read: formats of one class differ in that. Means nothing to another
// process.
std::uint64_t StripeOp::kind() const
{
    double in = 0, out = 0;
    for (const PlaneSpec& plane : inputs())
        in += double(plane.rowBytes) * plane.rowsPerGranule;
    for (const PlaneSpec& plane : outputs())
        out += double(plane.rowBytes) * plane.rowsPerGranule;
    return reinterpret_cast<std::uintptr_t>(typeid(*this).name()) * 31 +
           static_cast<std::uint64_t>(std::llround(1024 * out / in));
}

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
