// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DEVICE_SHARE_HPP
#define OPENCV_CUDASTRIPE_DEVICE_SHARE_HPP

#include "cuda_lane.hpp"
#include "ring_plan.hpp"
#include "stripe_call.hpp"

namespace cv { namespace cudastripe {

//! A lane of a call with what it refers to.
struct DeviceShare
{
    StageList stages;
    LeasePool::Loan lease;
    RingPlan ring;
    std::unique_ptr<LaneWork> work;
    std::unique_ptr<CudaLane> lane;
    bool used = false;
};

//! Leases what the share's stages need; false if not even the smallest ring can be had.
bool leaseFor(DeviceShare& share, DeviceEntry& entry, const CallInput& call, const StriperParams& params,
              bool mayOverlap);

//! How the lanes of a call work together.
struct LaneTerms
{
    bool polled;
    bool shared;  //!< host threads take stripes from the other end
    int threads;
};

//! Makes the lane of a share that has its lease.
void startLane(DeviceShare& share, const CallInput& call, const StriperParams& params, const LaneTerms& terms,
               Claims& claims);

}}  // namespace cv::cudastripe

#endif
