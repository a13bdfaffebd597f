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
    //! `kernels` has been started.
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
    int64 ofThreads_ = 0;                 // units that were left for threads at their start
    double start_ = 0;                    // of the threads, on the device's clock
    double unitSeconds_ = 0;              // of kernels, as predicted
    double planned_ = 0, kernelEnd_ = 0;  // ends of all and of the kernels in flight, after the start
    std::atomic<bool> checking_{false};
};

}}  // namespace cv::cudastripe
