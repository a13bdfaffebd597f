// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <atomic>
#include <chrono>
#include <future>
#include <thread>

#include "call_times.hpp"
#include "calls.hpp"
#include "opencv2/cudastripe/color.hpp"
#include "opencv2/imgproc.hpp"
#include "page_locked_memory.hpp"

namespace bench {
namespace {

using cv::cudastripe::Striper;

constexpr int kCallers = 16, kCalls = 200;
const FrameSize kOwnFrames = {"1080p", {1920, 1080}, 2, 0};

// Asks, and runs nothing.
bool deviceIsLate(HostFrame frame)
{
    const auto call = [&](Striper& striper) {
        cv::cudastripe::cvtColor(frame.in, frame.out, cv::COLOR_BGR2YUV, cv::cudastripe::StreamRef(), striper);
    };
    return Striper::getDefault().explain(call).deviceLate;
}

// In a thread of its own.
std::vector<double> callOften(HostFrames& frames, std::atomic<int>& running)
{
    struct Leaving
    {
        std::atomic<int>& running;
        ~Leaving() { --running; }
    } leaving{running};
    std::vector<double> times;
    for (int i = 0; i < kCalls; ++i)
        times.push_back(timeConversion(frames, Striper::getDefault()));
    return times;
}

CallRow callersAtOnce()
{
    std::vector<HostFrames> frames;
    for (int i = 0; i <= kCallers; ++i)
        frames.emplace_back(kOwnFrames, pageLockedMemory);
    HostFrames& asked = frames.back();
    const double alone = timeConversion(asked, Striper::getDefault());  // measures the rates if nothing did
    const bool lateBefore = deviceIsLate(asked.warm());

    std::atomic<int> running{kCallers};
    std::vector<std::future<std::vector<double>>> callers;
    for (size_t i = 0; i < kCallers; ++i)
        callers.push_back(std::async(std::launch::async, callOften, std::ref(frames[i]), std::ref(running)));
    int samples = 0, late = 0;
    while (running > 0) {
        late += deviceIsLate(asked.warm()) ? 1 : 0;
        ++samples;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    std::vector<double> times;
    for (auto& caller : callers) {
        const std::vector<double> own = caller.get();
        times.insert(times.end(), own.begin(), own.end());
    }
    late += deviceIsLate(asked.warm()) ? 1 : 0;
    return {0, double(late),
            cv::format("of %d samples, open before: %s; a call: median %.4f, p99 %.4f, max %.4f ms, alone %.4f",
                       samples + 1, lateBefore ? "yes" : "no", 1e3 * percentileOf(times, 0.5),
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
