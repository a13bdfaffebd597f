// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_STRIPE_CALL_HPP
#define OPENCV_CUDASTRIPE_STRIPE_CALL_HPP

#include <functional>
#include <vector>

#include "../op/stripe_op.hpp"
#include "../plan/stripe_plan.hpp"
#include "call_start.hpp"
#include "frame_trail.hpp"

namespace cv { namespace cudastripe {

//! A call with its arguments checked.
struct CallInput
{
    const StripeOp& op;
    const StripePlanes& image;
    PlanInput size;  //!< of the image
    const RouteEnds& ends;
    bool kernelsReach;                  //!< kernels reach all page-locked planes
    std::function<bool()> hostMayRead;  //!< asks the driver: does the CPU read the inputs at its usual speed?
    bool streamGiven;
    StreamId stream;       //!< the caller's, or the default stream of the only device
    std::uint64_t caller;  //!< the identity of the caller's stream; 0 if there is none
    FrameTrail* frames;    //!< of the Pipeline that the call is a frame of; null if it is of none
    bool allOrdinary;      //!< to the caller: without a stream it comes after no work of devices
    bool registered;       //!< some page-locked memory is ordinary to the caller: done when the call returns

    bool anyOrdinary() const { return registered || ends.any(End::Ordinary); }
};

//! True if the device has code for the operation.
inline bool canRun(const Device& device, const StripeOp& op)
{
    return op.compiledForDevice() || device.emulates();
}

/** @brief Runs a call on devices and host threads, by the route that suits it. Several devices share it only where no
stream is given and both ends are host memory.

Returns when all is enqueued if a stream is given and no end is ordinary memory to the caller, else when the result is
ready. After a failure no work is left in flight.
@return true if work is left in flight. */
bool runStripes(const CallInput& call, const std::vector<DeviceEntry*>& devices, const StriperParams& params);

}}  // namespace cv::cudastripe

#endif
