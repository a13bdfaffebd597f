// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "call/call_start.hpp"
#include "call/open_call.hpp"
#include "first_error.hpp"
#include "host_lane.hpp"
#include "start_gate.hpp"

namespace cv { namespace cudastripe {

/** @brief The CPU threads of a call. They touch the image only when the caller's earlier work is complete. */
class CV_EXPORTS HostTeam
{
public:
    //! One step of a thread: none waits for another thread, and any thread can finish everything.
    using Step = std::function<Device::Step(const HostLane&)>;

    HostTeam(const OpenCall& call, Claims& claims) : call_(call), claims_(claims) {}

    //! Tells the device what the threads do, if it wants to know.
    void tell(Device& device)
    {
        if (device.watchesHost() && std::find(told_.begin(), told_.end(), &device) == told_.end())
            told_.push_back(&device);
    }
    //! Threads wait for what the caller enqueued on a device before.
    void startBehind(DeviceEntry& entry, CallStart& start)
    {
        if (call_.streamGiven)
            waitForStream(entry);
        else if (const auto before = start.pending(entry))
            gate_.add(*entry.device, *before);
    }

    //! Runs the step on so many threads until it is done, with claims of about 1 / `parts` of what is left. Throws what
    //! a step threw first.
    void run(int threads, int parts, const Step& step, bool waitsAsleep = false);
    //! Does all that is left, on so many threads.
    void finish(int threads);

    /** @brief Does two small pieces on the calling thread, and gives what the faster one shows of the operation's
    @ref StripeOp::hostCost. */
    double tryOut(const HostRates& rates);

private:
    void waitForStream(DeviceEntry& entry);
    double now() const;

    const OpenCall& call_;
    Claims& claims_;
    std::vector<Device*> told_;
    StartGate gate_;
    FirstError error_;
};

}}  // namespace cv::cudastripe
