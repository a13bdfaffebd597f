// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What is chosen for a call.

#pragma once

#include "../../plan/route.hpp"
#include "../open_call.hpp"

namespace cv { namespace cudastripe {

struct Choice
{
    RouteQuery query;
    RouteEstimates estimates;
    Route route = Route::Host;
    KernelShare kernelShare;  //!< how kernels across the bus and CPU threads divide the image; part 0: they do not
    bool direct = false;      //!< kernels work on the image where it lies
    bool shared = false;      //!< CPU threads claim what is left, beside rings
};

//! Chooses the route of a call. May measure rates if no stream is given.
//! @param hostCost @ref StripeOp::hostCost, or a measured cost
Choice choose(const OpenCall& call, double hostCost);

}}  // namespace cv::cudastripe
