// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The CPU threads of a call.

#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <vector>

#include "claims.hpp"
#include "open_call.hpp"

namespace cv { namespace cudastripe {

/** @brief CPU threads that convert units of a call, from the back of what is left. They are real, or a device simulates
them. The caller's earlier work on the image must be complete. */
class CV_EXPORTS HostTeam
{
public:
    //! One step of a thread. No step waits for another thread, and any thread can finish everything.
    using Step = std::function<Device::Step()>;

    HostTeam(const OpenCall& call, Claims& claims) : call_(call), claims_(claims), watching_(call.watchingDevices()) {}

    const Claims& claims() const { return claims_; }

    //! Repeats the step on `threads` threads until it is done. After an exception no step begins; rethrows the first.
    void run(int threads, const Step& step, bool waitsAsleep = false);
    //! Claims 1 / `parts` of what is left and converts it on the calling thread. If there are several parts, it claims
    //! no more than fits a core's cache. Returns how many units it converted; 0 if nothing is left.
    int64 convert(int64 parts);
    //! Does all that is left, on `threads` threads.
    void finish(int threads);

    //! Does two small pieces on the calling thread, and gives the @ref StripeOp::hostCost that the faster one shows.
    double measureCost(const HostRates& rates);

private:
    Device::Step guarded(const Step& step);
    int64 convert(const Claim& claim);
    //! Seconds on the threads' clock.
    double now() const { return watching_.empty() ? hostSeconds() : watching_.front()->now(); }

    const OpenCall& call_;
    Claims& claims_;
    const std::vector<Device*> watching_;
    std::atomic<bool> failed_{false};
    std::mutex mutex_;
    std::exception_ptr error_;  // the first one; guarded by mutex_
};

}}  // namespace cv::cudastripe
