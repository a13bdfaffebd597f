// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_CALL_ROUTE_HPP
#define OPENCV_CUDASTRIPE_CALL_ROUTE_HPP

#include "../plan/route.hpp"
#include "stripe_call.hpp"

namespace cv { namespace cudastripe {

//! A route for a call, with what it was chosen by.
struct CallRoute
{
    Route route;
    RouteQuery query;
    RouteEstimates estimates;
    int hostThreads;          //!< those of them that do everything best if no device does
    KernelShare kernelShare;  //!< how a shared image is divided; its part is 0 if stripes are claimed
};

//! The device that a call of one device runs on; null if none can run it.
DeviceEntry* firstThatRuns(const std::vector<DeviceEntry*>& devices, const StripeOp& op);

//! True if the parameters say how to cut: then the calls that they leave open are striped, with copies.
bool saysHowToCut(const StriperParams& params);

//! True if the parameters say which part of an image the host takes, and devices the rest.
bool fixesShare(const StriperParams& params);

//! True if the parameters say neither how to cut nor which part the host takes.
bool leavesSharesOpen(const StriperParams& params);

//! CPU threads that may work for a call, beside a device if there is one.
int hostThreads(const Device* device, const StriperParams& params);

//! The stages of stripes: what is staged may as well be used where it lies, but who says how to cut gets the copies.
StageList stripedStages(const RouteEnds& ends, bool kernelsReach, const StriperParams& params);

//! The route that a call takes on these devices; may measure the first one's rates if the caller waits anyway.
//! `hostCost` is @ref StripeOp::hostCost, or what was seen of it.
CallRoute routeOf(const CallInput& call, const std::vector<DeviceEntry*>& devices, const StriperParams& params,
                  double hostCost);

}}  // namespace cv::cudastripe

#endif
