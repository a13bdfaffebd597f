// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <functional>
#include <vector>

#include "../device/device.hpp"
#include "../op/stripe_op.hpp"
#include "claims.hpp"

namespace cv { namespace cudastripe {

/** @brief Does claimed units on the calling thread, from the back of what is left. */
class HostLane
{
public:
    //! `devices` are those that watch the host, and are told what it does. Claims shrink to 1 / `parts` of what is
    //! left, but not below `leastUnits`.
    HostLane(const StripeOp& op, const StripePlanes& image, Claims& claims, int64 unitsPerClaim, int64 parts,
             int64 leastUnits, const std::vector<Device*>& devices)
        : op_(op),
          image_(image),
          claims_(claims),
          unitsPerClaim_(unitsPerClaim),
          parts_(parts),
          leastUnits_(leastUnits),
          devices_(devices)
    {
    }

    //! Takes one claim; the units that were done, 0 if nothing is left.
    int64 step() const
    {
        const Claim claim = claims_.takeBack(unitsPerClaim_, parts_, leastUnits_);
        if (claim)
            run(op_.from(image_, claim.first), claim.units);
        return claim.units;
    }

private:
    void run(const StripePlanes& planes, int64 units) const
    {
        if (devices_.empty()) {
            op_.hostRun(planes, units);
            return;
        }
        for (Device* device : devices_)
            announce(*device, planes, units);
        const auto work = [&] { op_.hostRun(planes, units); };
        devices_.front()->hostWork(Stage::RunHost, -1, op_.bytes(units), std::cref(work));
    }

    void announce(Device& device, const StripePlanes& planes, int64 units) const
    {
        for (size_t i = 0; i < op_.inputs().size(); ++i)
            device.hostAccess(planes.in[i], op_.rows(op_.inputs()[i], units), false);
        for (size_t i = 0; i < op_.outputs().size(); ++i)
            device.hostAccess(planes.out[i], op_.rows(op_.outputs()[i], units), true);
    }

    const StripeOp& op_;
    const StripePlanes& image_;
    Claims& claims_;
    int64 unitsPerClaim_, parts_, leastUnits_;
    const std::vector<Device*>& devices_;
};

}}  // namespace cv::cudastripe
