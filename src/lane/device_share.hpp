// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DEVICE_SHARE_HPP
#define OPENCV_CUDASTRIPE_DEVICE_SHARE_HPP

#include <optional>

#include "cuda_lane.hpp"
#include "ring_plan.hpp"
#include "stripe_call.hpp"

namespace cv { namespace cudastripe {

//! Of what is left the next piece of each thread is 1 / (this times the threads), so that all end together.
constexpr int kPartsOfAThread = 2;

//! A lane of a call with what it refers to.
struct DeviceShare
{
    DeviceEntry* entry = nullptr;
    StageList stages;
    LeasePool::Loan lease;
    RingPlan ring;
    bool linkIsBusy = false;  //!< with other calls
    std::unique_ptr<LaneWork> work;
    std::unique_ptr<CudaLane> lane;
    std::optional<EventId> before;  //!< the caller's earlier work is complete; none if it is
    bool used = false;
};

/** @brief The shares of all devices that work for a call that goes this way: with a ring if it can be had, else with a
kernel on the memory at the ends. `frames` is null unless the call is a frame that may overlap with the one before. A
device that can have neither takes no part, which is an error where the CPU could not reach the image. */
std::vector<DeviceShare> leaseShares(const CallInput& call, const std::vector<DeviceEntry*>& devices,
                                     const StriperParams& params, Route way, const FrameTrail* frames);

//! How the lanes of a call work together.
struct LaneTerms
{
    bool polled;
    bool shared;  //!< host threads take stripes from the other end
    int threads;
    int devices;
};

//! Makes the lane of a share that has its lease.
void startLane(DeviceShare& share, const CallInput& call, const StriperParams& params, const LaneTerms& terms,
               Claims& claims);

//! Orders the lane of a share behind the caller's earlier work.
void orderBehindCaller(DeviceShare& share, const CallInput& call, CallStart& start);

}}  // namespace cv::cudastripe

#endif
