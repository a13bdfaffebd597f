// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "stripe_op.hpp"

#include <algorithm>

namespace cv { namespace cudastripe {

StripeOp::~StripeOp() = default;

double StripeOp::bytes(int64 units) const
{
    double bytes = 0;
    for (const PlaneSpecs* planes : {&inputs(), &outputs()}) {
        for (const PlaneSpec& plane : *planes)
            bytes += double(plane.rowBytes) * double(rows(plane, units));
    }
    return bytes;
}

int64 StripeOp::unitsOf(double bytes) const
{
    const auto units = static_cast<int64>(bytes / double(inputs()[0].rowBytes));
    return std::max<int64>(1, units / granule()) * granule();
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
