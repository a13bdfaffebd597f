// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The host loop of real threads, and their clock.

#include "device.hpp"

#include <chrono>

#include "pause.hpp"

namespace cv { namespace cudastripe {

void Device::hostLoop(int threads, const std::function<Step()>& step)
{
    runHostLoop(threads, step, facts_.waitsAsleep);
}

double hostSeconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void runHostLoop(int threads, const std::function<Device::Step()>& step, bool waitsAsleep)
{
    const auto loops = [&](const Range& range) {
        for (int i = range.start; i < range.end; ++i) {
            Pause pause(waitsAsleep);
            for (Device::Step last = step(); last != Device::Step::Done; last = step()) {
                if (last == Device::Step::Worked)
                    pause.restart();
                else
                    pause.yield();
            }
        }
    };
    parallel_for_(Range(0, threads), loops, threads);
}

}}  // namespace cv::cudastripe
