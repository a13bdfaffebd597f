// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "wait_for.hpp"

#include <thread>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace cv { namespace cudastripe {
namespace {

// To let others in enters the system, and leaves caches and predictors cold. So it is done seldom at first.
constexpr int kPolls = 32;
constexpr int64 kPatience = 1 << 14;  // polls: some milliseconds

}  // namespace

// A pause takes some 140 cycles of Intel's processors, and half as many of others.
void pauseBriefly()
{
#ifdef __SSE2__
    for (int i = 0; i < 4; ++i)
        _mm_pause();
#else
    std::this_thread::yield();
#endif
}

void waitFor(Device& device, EventId event)
{
    for (int64 polls = 1; !device.passed(event); ++polls) {
        if (polls % kPolls == 0 || polls > kPatience)
            std::this_thread::yield();
        else
            pauseBriefly();
    }
}

bool waitUntilIdle(Device& device, StreamId stream) noexcept
{
    constexpr int kMostFailures = 3;  // a device that fails so often in a row will not answer any more
    for (int failures = 0; failures < kMostFailures && device.alive();) {
        try {
            if (device.idle(stream))
                return true;
            std::this_thread::yield();
        } catch (...) {
            ++failures;
        }
    }
    return false;
}

}}  // namespace cv::cudastripe
