// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../../op/stripe_op.hpp"
#include "../../plan/stripe_plan.hpp"
#include "../frame_trail.hpp"
#include "../lease/device_entry.hpp"

namespace cv { namespace cudastripe {

//! True if the device has code for the operation.
inline bool canRun(const Device& device, const StripeOp& op)
{
    return op.compiledForDevice() || device.emulates();
}

//! What a plan needs to know of the work: bytes that cross the link, and bytes that kernels touch.
CV_EXPORTS PlanInput planInput(const StripeOp& op, const CallMemory& memory);

//! A call whose arguments are checked and whose destination is there.
struct CV_EXPORTS OpenCall
{
    explicit OpenCall(const StriperParams& ofStriper) : params(ofStriper) {}

    const StriperParams& params;
    const StripeOp* op = nullptr;
    StripePlanes image;
    CallMemory memory;
    SmallList<DeviceEntry*, 64> devices;  //!< that may work for it
    bool streamGiven = false;
    StreamId stream{nullptr};      //!< the caller's, if one is given
    std::uint64_t caller = 0;      //!< the identity of the caller's stream; 0 if there is none
    FrameTrail* frames = nullptr;  //!< of the Pipeline that the call is a frame of
    bool kernelsReach = true;      //!< all page-locked planes
    bool allPageable = true;       //!< to the caller: without a stream it comes after no work of devices
    bool registered = false;       //!< some page-locked memory is pageable to the caller: done when the call returns
    SmallList<const uchar*, 4> mayBeCombined;  //!< page-locked inputs, which the CPU may read slowly

    //! True if a kernel in the caller's stream does all.
    bool staysOnDevice() const { return streamGiven && memory.all(MemoryKind::Device); }
    bool anyPageable() const { return registered || memory.any(MemoryKind::Pageable); }
    //! Asks the driver: does the CPU read the inputs at its usual speed?
    bool hostMayRead() const;
    //! The first device that can run the operation; null if none can.
    DeviceEntry* device() const;
    PlanInput size() const { return planInput(*op, memory); }

    //! True if the parameters say how to cut: then the calls that they leave open are striped, with copies.
    bool saysHowToCut() const;
    //! True if the parameters say which part of an image the host takes, and devices the rest.
    bool fixesShare() const { return params.hostShare > 0 && params.hostShare < 1; }
    //! True if the parameters say neither how to cut nor which part the host takes.
    bool leavesSharesOpen() const { return params.hostShare == StriperParams::kAutoShare && !saysHowToCut(); }
    //! CPU threads that may work for it, beside a device if there is one.
    int hostThreads() const;
};

}}  // namespace cv::cudastripe
