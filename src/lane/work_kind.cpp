// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "work_kind.hpp"

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

WorkKind::WorkKind(const StripeOp& op, int threads)
    : bytes(hostBytes(op, op.units())),
      key((op.kind() * 67 + static_cast<std::uint64_t>(std::ilogb(bytes))) * 1021 + static_cast<std::uint64_t>(threads))
{
}

}}  // namespace cv::cudastripe
