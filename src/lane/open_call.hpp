// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// A call whose arguments are checked.

#pragma once

#include "../op/batch/op.hpp"
#include "../plan/stripe_plan.hpp"
#include "lease/device_entry.hpp"

namespace cv { namespace cudastripe {

struct FrameFootprint;

//! True if the device has code for the operation.
inline bool canRun(const Device& device, const StripeOp& op)
{
    return op.compiledForDevice() || device.facts().emulates;
}

//! A requested operation, the memory of its planes, and the devices that may work for it.
struct CV_EXPORTS OpenCall
{
    explicit OpenCall(const StriperParams& ofStriper) : params(ofStriper) {}

    const StriperParams& params;
    const StripeOp* op = nullptr;
    const BatchOp* batch = nullptr;  //!< `op` if the call is a batch; `image` then has no planes
    StripePlanes image;
    CallMemory memory;
    SmallList<DeviceEntry*, 64> devices;
    bool streamGiven = false;
    StreamId stream{nullptr};                 //!< the caller's, if one is given
    GraphCapture* capture = nullptr;          //!< of that stream; null if it is not being captured
    std::uint64_t caller = 0;                 //!< the identity of the caller's stream; 0 if there is none
    FrameFootprint* lastFrame = nullptr;      //!< of the Pipeline; null if there is none. The call overwrites it
    bool kernelsReach = true;                 //!< kernels can address all page-locked planes
    bool allPageable = true;                  //!< all memory is pageable: no wait for a default stream
    std::vector<const uchar*> mayBeCombined;  //!< page-locked inputs that may be slow for the CPU to read

    //! True if kernels in the caller's stream do the whole call.
    bool staysOnDevice() const { return streamGiven && memory.all(MemoryKind::Device); }
    bool anyPageable() const { return memory.any(MemoryKind::Pageable); }
    //! True if the CPU reads the inputs at full speed. Asks the driver.
    bool hostMayRead() const;
    //! The first device; null if there is none, or if devices, which are all of one kind, cannot run the operation.
    DeviceEntry* device() const;
    //! The devices to which the host reports what it does: simulated ones, and those that measure a timeline.
    std::vector<Device*> watchingDevices() const;
    PlanInput size() const;
    //! Calls use(op, planes, units) for each image that has some of the `units` units from `first` on.
    template <class Use>
    void forImages(int64 first, int64 units, const Use& use) const
    {
        if (batch)
            batch->forImages(first, units, use);
        else
            use(*op, op->from(image, first), units);
    }

    bool saysHowToCut() const;
    //! True if the parameters fix the fraction of the image that the CPU does.
    bool fixesShare() const { return params.hostShare > 0 && params.hostShare < 1; }
    //! True if the parameters fix neither the cuts nor the fraction that the CPU does.
    bool leavesSharesOpen() const { return params.hostShare == StriperParams::kAutoShare && !saysHowToCut(); }
    //! CPU threads that may work for the call.
    int hostThreads() const;
};

}}  // namespace cv::cudastripe
