// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Plans for the devices of a call, and the leases that they need.

#pragma once

#include "../frame_footprint.hpp"
#include "choice.hpp"

namespace cv { namespace cudastripe {

//! A plan, and what it needs of a device.
struct PlannedRing
{
    DeviceEntry* entry = nullptr;
    Plan plan;
    LeasePool::Loan lease;
    bool linkIsBusy = false;   //!< the link is busy with other calls
    FrameFootprint footprint;  //!< set if the call is a frame that may overlap with others
};

/** @brief Plans the rings of a call's devices, and leases what they need.

If memory is short, a ring has fewer or smaller slots, or kernels work on the image where it lies, or the device takes
no part. Throws if neither a device nor the CPU can do the call.
@param previous the frame before, if this one may overlap with it, else null */
std::vector<PlannedRing> planRings(const OpenCall& call, const Choice& choice, const FrameFootprint* previous);

//! Throws StsNoMem: the device has too little memory for the call, and the CPU cannot do it.
[[noreturn]] void throwNoMemory(const OpenCall& call, const DeviceEntry& entry);

//! Plans kernels that follow each other in the caller's stream. The lease has memory for one stripe, and no streams; it
//! is null if the kernels need no memory. The entry is null if there is not enough memory.
PlannedRing planInCallersStream(const OpenCall& call, DeviceEntry& entry);

//! The plan of the first device, as if there were enough memory and no other call used the link.
Plan planOf(const OpenCall& call, const Choice& choice);

//! Leases `count` rings at once for later calls like this one: for the whole image and any part of it, with or without
//! a stream. If memory is short, leases as many rings for the whole image as fit.
void reserveRings(OpenCall call, DeviceEntry& entry, int count);

}}  // namespace cv::cudastripe
