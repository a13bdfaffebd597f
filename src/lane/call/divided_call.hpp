// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <atomic>

#include "../../plan/route.hpp"
#include "../host_team.hpp"
#include "direct_call.hpp"

namespace cv { namespace cudastripe {

/** @brief A call whose front one kernel does on memory where it lies, while threads do the rest from its back.

Threads that come late, or not at all, leave more for the device: when the kernel is done, a second one takes what is
predicted to let both sides end together at the pace that the threads have shown. After a failure DirectCall::drain()
leaves nothing in flight. */
class DividedCall
{
public:
    DividedCall(const OpenCall& call, DirectCall& direct, HostTeam& team, Claims& claims)
        : call_(call), direct_(direct), team_(team), claims_(claims)
    {
    }

    //! Returns when all is done; true if the kernels were done before the threads.
    bool run(const KernelShare& share);

private:
    void lookAtKernel();
    int64 unitsOfNextKernel(double passed) const;

    const OpenCall& call_;
    DirectCall& direct_;
    HostTeam& team_;
    Claims& claims_;
    int64 ofThreads_ = 0;     // units that threads had to do at the start
    double start_ = 0;        // of the threads, on the device's clock
    double unitSeconds_ = 0;  // of the kernel, as predicted
    double expected_ = 0;     // end of the kernel in flight, from the start on
    std::atomic<bool> looking_{false};
};

}}  // namespace cv::cudastripe
