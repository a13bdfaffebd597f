// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The CPU threads that convert a call's units.

#pragma once

#include "host_lane.hpp"

namespace cv { namespace cudastripe {

//! CPU threads that convert units of a call. The caller's earlier work on the image must be complete.
class CV_EXPORTS HostTeam
{
public:
    //! One step of a thread. No step waits for another thread, and any thread can finish everything.
    using Step = std::function<Device::Step(const HostLane&)>;

    HostTeam(const OpenCall& call, Claims& claims) : call_(call), claims_(claims), threads_(call) {}

    //! Runs the step on `threads` threads until it is done, with claims of 1 / `parts` of what is left. Throws the
    //! first exception of a step.
    void run(int threads, int parts, const Step& step, bool waitsAsleep = false);
    //! Does all that is left, on `threads` threads.
    void finish(int threads);

    //! Does two small pieces on the calling thread, and gives the @ref StripeOp::hostCost that the faster one shows.
    double measureCost(const HostRates& rates);

private:
    const OpenCall& call_;
    Claims& claims_;
    HostThreads threads_;
};

}}  // namespace cv::cudastripe
