// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_HOST_LANE_HPP
#define OPENCV_CUDASTRIPE_HOST_LANE_HPP

#include "../op/stripe_op.hpp"
#include "claims.hpp"

namespace cv { namespace cudastripe {

/** @brief Does claimed units on the calling thread, from the back of what is left. */
class HostLane
{
public:
    HostLane(const StripeOp& op, const StripePlanes& image, Claims& claims, int64 unitsPerClaim)
        : op_(op), image_(image), claims_(claims), unitsPerClaim_(unitsPerClaim)
    {
    }

    //! Takes one claim; false if nothing is left.
    bool work() const
    {
        const Claim claim = claims_.takeBack(unitsPerClaim_);
        if (claim)
            op_.hostRun(op_.from(image_, claim.first), claim.units);
        return bool(claim);
    }

private:
    const StripeOp& op_;
    const StripePlanes& image_;
    Claims& claims_;
    int64 unitsPerClaim_;
};

}}  // namespace cv::cudastripe

#endif
