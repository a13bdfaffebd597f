// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "machine_context.hpp"

#include <benchmark/benchmark.h>

#include <iostream>

#include "opencv2/core/utility.hpp"
#ifdef HAVE_CUDASTRIPE_CUDA
#include "gpu_context.hpp"
#endif

namespace bench {

bool addMachineContext()
{
    benchmark::AddCustomContext("opencv", cv::getVersionString());
    benchmark::AddCustomContext("threads", std::to_string(cv::getNumThreads()));
#ifdef HAVE_CUDASTRIPE_CUDA
    const std::string reason = whyNoGpu();
    if (reason.empty())
        addGpuContext();
#else
    const std::string reason = "built without CUDA";
#endif
    if (!reason.empty())
        std::cerr << "Only the CPU is measured: " << reason << "\n";
    return reason.empty();
}

}  // namespace bench
