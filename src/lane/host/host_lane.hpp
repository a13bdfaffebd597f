// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The lane of a CPU thread.

#pragma once

#include <functional>
#include <vector>

#include "../call/open_call.hpp"
#include "../claims.hpp"

namespace cv { namespace cudastripe {

//! Claims units from the back of what is left, and does them on the calling thread.
class HostLane
{
public:
    //! Claims shrink to 1 / `parts` of what is left, but not below `leastUnits`. `devices` simulate the host.
    HostLane(const OpenCall& call, Claims& claims, int64 unitsPerClaim, int64 parts, int64 leastUnits,
             const std::vector<Device*>& devices)
        : call_(call),
          claims_(claims),
          unitsPerClaim_(unitsPerClaim),
          parts_(parts),
          leastUnits_(leastUnits),
          devices_(devices)
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
        if (devices_.empty()) {
            op.hostRun(planes, units);
            return;
        }
        op.forEachAccess(planes, units, [this](const KernelRef::Access& access) {
            for (Device* device : devices_)
                device->hostAccess(access.view, access.rows, access.write);
        });
        const auto work = [&] { op.hostRun(planes, units); };
        devices_.front()->hostWork(Stage::RunHost, -1, op.bytes(units), std::cref(work));
    }

    const OpenCall& call_;
    Claims& claims_;
    int64 unitsPerClaim_, parts_, leastUnits_;
    const std::vector<Device*>& devices_;
};

}}  // namespace cv::cudastripe
