// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The lane of a CPU thread.

#pragma once

#include "../claims.hpp"
#include "host_threads.hpp"

namespace cv { namespace cudastripe {

//! Claims units from the back of what is left, and does them on the calling thread.
class HostLane
{
public:
    //! Claims shrink to 1 / `parts` of what is left, but not below `leastUnits`.
    HostLane(const OpenCall& call, Claims& claims, int64 unitsPerClaim, int64 parts, int64 leastUnits,
             const HostThreads& threads)
        : call_(call),
          claims_(claims),
          unitsPerClaim_(unitsPerClaim),
          parts_(parts),
          leastUnits_(leastUnits),
          threads_(threads)
    {
    }

    //! Does one claim. Gives its units; 0 if nothing is left.
    int64 step() const
    {
        const Claim claim = claims_.takeBack(unitsPerClaim_, parts_, leastUnits_);
        if (claim)
            run(call_.op->from(call_.image, claim.first), claim.units);
        return claim.units;
    }

private:
    void run(const StripePlanes& planes, int64 units) const
    {
        const StripeOp& op = *call_.op;
        const auto forEachAccess = [&](const StripeOp::UseAccess& use) { op.forEachAccess(planes, units, use); };
        threads_.work(Stage::RunHost, op.bytes(units), forEachAccess, [&] { op.hostRun(planes, units); });
    }

    const OpenCall& call_;
    Claims& claims_;
    int64 unitsPerClaim_, parts_, leastUnits_;
    const HostThreads& threads_;
};

}}  // namespace cv::cudastripe
