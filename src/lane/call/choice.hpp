// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../../plan/route.hpp"
#include "open_call.hpp"

namespace cv { namespace cudastripe {

//! What was chosen for a call, and by what.
struct Choice
{
    RouteQuery query;
    RouteEstimates estimates;
    Route route = Route::Host;
    KernelShare kernelShare;  //!< how a shared image is divided; its part is 0 if stripes are claimed
};

/** @brief Chooses the route of a call. May measure rates if the caller waits anyway.
@param hostCost @ref StripeOp::hostCost, or what was seen of it */
Choice choose(const OpenCall& call, double hostCost);

}}  // namespace cv::cudastripe
