// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "work_kind.hpp"

#include <algorithm>
#include <cmath>

namespace cv { namespace cudastripe {

double hostBytes(const StripeOp& op, int64 units)
{
    double bytes = 0;
    for (const std::vector<PlaneSpec>* planes : {&op.inputs(), &op.outputs()}) {
        for (const PlaneSpec& plane : *planes)
            bytes += double(plane.rowBytes) * double(op.rows(plane, units));
    }
    return bytes;
}

int64 unitsOf(const StripeOp& op, double bytes)
{
    const auto units = static_cast<int64>(bytes / double(op.inputs()[0].rowBytes));
    return std::max<int64>(1, units / op.granule()) * op.granule();
}

WorkKind::WorkKind(const StripeOp& op, int threads)
    : bytes(hostBytes(op, op.units())),
      pieces(std::max<int64>(1, op.units() / unitsOf(op, kLeastClaimBytes))),
      key((op.kind() * 67 + static_cast<std::uint64_t>(std::ilogb(bytes))) * 1021 + static_cast<std::uint64_t>(threads))
{
}

}}  // namespace cv::cudastripe
