// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The lane of a CPU thread.

#pragma once

#include "../claims.hpp"
#include "host_threads.hpp"

namespace cv { namespace cudastripe {

//! Claims units from the back of what is left, and does them on the calling thread.
struct HostLane
{
    const OpenCall& call;
    Claims& claims;
    const HostThreads& threads;
    int64 unitsPerClaim;
    int64 parts, leastUnits;  //!< claims shrink to 1 / `parts` of what is left, but not below `leastUnits`

    //! Does one claim. Gives its units; 0 if nothing is left.
    int64 step() const
    {
        const Claim claim = claims.takeBack(unitsPerClaim, parts, leastUnits);
        if (!claim)
            return 0;
        const StripeOp& op = *call.op;
        const StripePlanes planes = op.from(call.image, claim.first);
        const auto forEachAccess = [&](const StripeOp::UseAccess& use) { op.forEachAccess(planes, claim.units, use); };
        threads.work(Stage::RunHost, op.bytes(claim.units), forEachAccess, [&] { op.hostRun(planes, claim.units); });
        return claim.units;
    }
};

}}  // namespace cv::cudastripe
