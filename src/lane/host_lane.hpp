// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_HOST_LANE_HPP
#define OPENCV_CUDASTRIPE_HOST_LANE_HPP

#include <vector>

#include "../device/device.hpp"
#include "../op/stripe_op.hpp"
#include "claims.hpp"

namespace cv { namespace cudastripe {

/** @brief Does claimed units on the calling thread, from the back of what is left. */
class HostLane
{
public:
    //! `devices` are those that also use the image's memory.
    HostLane(const StripeOp& op, const StripePlanes& image, Claims& claims, int64 unitsPerClaim,
             std::vector<Device*> devices)
        : op_(op), image_(image), claims_(claims), unitsPerClaim_(unitsPerClaim), devices_(std::move(devices))
    {
    }

    //! Takes one claim; false if nothing is left.
    bool work() const
    {
        const Claim claim = claims_.takeBack(unitsPerClaim_);
        if (!claim)
            return false;
        const StripePlanes planes = op_.from(image_, claim.first);
        for (Device* device : devices_)
            announce(*device, planes, claim.units);
        const auto run = [&] { op_.hostRun(planes, claim.units); };
        if (devices_.empty())
            run();
        else
            devices_.front()->hostRun(bytesOf(claim.units), run);
        return true;
    }

private:
    double bytesOf(int64 units) const
    {
        double bytes = 0;
        for (const std::vector<PlaneSpec>* planes : {&op_.inputs(), &op_.outputs()}) {
            for (const PlaneSpec& plane : *planes)
                bytes += double(plane.rowBytes) * double(op_.rows(plane, units));
        }
        return bytes;
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
    int64 unitsPerClaim_;
    std::vector<Device*> devices_;
};

}}  // namespace cv::cudastripe

#endif
