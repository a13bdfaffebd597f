// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See pause.hpp.

#include "pause.hpp"

#include <chrono>
#include <thread>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace cv { namespace cudastripe {
namespace {

// Yielding is a system call and leaves caches and predictors cold, so it is rare at first.
constexpr int kSpins = 32;
constexpr int64 kMaxRareYields = 1 << 14;  // in calls of pass(): a few milliseconds
constexpr std::chrono::microseconds kSleep(50);

// Waits about as long as a query of the driver takes; on x86 without a system call. One _mm_pause() takes about 140
// cycles on Intel's processors, and half as many on others.
void pauseBriefly()
{
#ifdef __SSE2__
    for (int i = 0; i < 4; ++i)
        _mm_pause();
#else
    std::this_thread::yield();
#endif
}

}  // namespace

void Pause::pass()
{
    ++passed_;
    if (sleeps_ && passed_ > kSpins)
        std::this_thread::sleep_for(kSleep);
    else if (passed_ % kSpins == 0 || passed_ > kMaxRareYields)
        std::this_thread::yield();
    else
        pauseBriefly();
}

void Pause::yield()
{
    if (sleeps_)
        pass();
    else
        std::this_thread::yield();
}

}}  // namespace cv::cudastripe
