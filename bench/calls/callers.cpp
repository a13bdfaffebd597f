// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <chrono>
#include <future>
#include <thread>

#include "../common/times.hpp"
#include "calls.hpp"

namespace bench {
namespace {

using cv::cudastripe::Striper;

constexpr int kCallers = 16, kCalls = 200;

std::vector<double> callOften(HostFrames& frames)
{
    std::vector<double> times;
    for (int i = 0; i < kCalls; ++i)
        times.push_back(timeConversion(frames, Striper::getDefault()));
    return times;
}

CallRow callersAtOnce()
{
    std::vector<HostFrames> frames;
    for (int i = 0; i <= kCallers; ++i)
        frames.push_back(hostFrames(2, {1920, 1080}, CV_8UC4, CV_8UC3, pageLockedMemory));
    const HostFrame& asked = frames.back().first();
    const double alone = timeConversion(frames.back(), Striper::getDefault());  // measures the rates if nothing did
    const bool lateBefore = explained(asked).deviceLate;

    std::vector<std::future<std::vector<double>>> callers;
    for (size_t i = 0; i < kCallers; ++i)
        callers.push_back(std::async(std::launch::async, callOften, std::ref(frames[i])));
    int samples = 0, late = 0;
    std::vector<double> times;
    for (auto& caller : callers) {
        do {
            late += explained(asked).deviceLate ? 1 : 0;
            ++samples;
        } while (caller.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready);
        const std::vector<double> own = caller.get();
        times.insert(times.end(), own.begin(), own.end());
    }
    return {0, double(late),
            cv::format("of %d samples, open before: %s; a call: median %.4f, p99 %.4f, max %.4f ms, alone %.4f",
                       samples, lateBefore ? "yes" : "no", 1e3 * percentileOf(times, 0.5),
                       1e3 * percentileOf(times, 0.99), 1e3 * percentileOf(times, 1), 1e3 * alone)};
}

}  // namespace

void measureCallers(CallRows& rows)
{
    rows.add(cv::format("1080p page-locked, %d callers at once, %d calls each: how often the breaker was seen open",
                        kCallers, kCalls),
             callersAtOnce);
}

}  // namespace bench
