// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "wait_for.hpp"

#include <thread>

#include "opencv2/core/cv_cpu_dispatch.h"

namespace cv { namespace cudastripe {
namespace {

constexpr int kPolls = 64;   // before others are let in: that enters the system, and leaves caches and predictors cold
constexpr int kPauses = 16;  // about as long as a look takes, so that other threads get into the driver

void pauseBriefly()
{
#if CV_SSE2
    for (int i = 0; i < kPauses; ++i)
        _mm_pause();
#endif
}

}  // namespace

void waitFor(Device& device, EventId event)
{
    for (int polls = 1; !device.passed(event); ++polls) {
        if (polls % kPolls == 0)
            std::this_thread::yield();
        else
            pauseBriefly();
    }
}

}}  // namespace cv::cudastripe
