// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Calls that kernels and CPU threads divide.

#pragma once

#include <atomic>

#include "../../plan/route.hpp"
#include "../host_team.hpp"
#include "../ring/ring.hpp"

namespace cv { namespace cudastripe {

/** @brief A kernel does the front of an image where it lies, while threads do the rest from the back.

If threads come late, or not at all, another kernel follows. Its size lets both sides end together at the threads'
measured rate. */
class DividedCall
{
public:
    //! Call kernels.start() before.
    DividedCall(const OpenCall& call, Ring& kernels, HostTeam& team)
        : call_(call), kernels_(kernels), team_(team), claims_(team.claims())
    {
    }

    //! Returns when all is done; true if the kernels were done before the threads.
    bool run(const KernelShare& share);

private:
    void helpThreads();
    int64 unitsOfNextKernel(double passed) const;

    const OpenCall& call_;
    Ring& kernels_;
    HostTeam& team_;
    const Claims& claims_;
    int64 ofThreads_ = 0;                 // units for threads: those left at their start, less those of later kernels
    double start_ = 0;                    // when threads start, on the device's clock
    double unitSeconds_ = 0;              // predicted time of kernels for a unit
    double planned_ = 0, kernelEnd_ = 0;  // predicted ends of the call and of its kernels, in seconds after start_
    std::atomic<bool> checking_{false};
};

}}  // namespace cv::cudastripe
