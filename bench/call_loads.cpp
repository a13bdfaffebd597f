// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <algorithm>
#include <chrono>
#include <thread>

#include "busy_gpu.hpp"
#include "busy_threads.hpp"
#include "call_times.hpp"
#include "calls.hpp"
#include "opencv2/core/utility.hpp"
#include "opencv2/cudastripe/color.hpp"
#include "opencv2/imgproc.hpp"
#include "route_stripers.hpp"

namespace bench {
namespace {

using cv::cudastripe::Route;
using cv::cudastripe::RouteChoice;
using cv::cudastripe::RouteEstimate;
using cv::cudastripe::Striper;

constexpr size_t kCalls = 1000, kFewest = 31;
constexpr int kRun = 50;     // calls of the choice behind one another, so that the breaker can act
constexpr int kTryOuts = 8;  // of a forced route, before it is known how long it takes

struct Load
{
    const char* name;
    std::function<std::unique_ptr<BusyThreads>()> start;
};

void spinOnCpu()
{
    const auto start = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(1)) {
    }
}

const std::vector<Load>& loads()
{
    static const std::vector<Load> list = {
        {"bus and GPU busy", [] { return std::make_unique<BusyThreads>(1, busyGpu(true)); }},
        {"GPU's cores full, bus idle", [] { return std::make_unique<BusyThreads>(1, busyGpu(false)); }},
        {"CPU full", [] { return std::make_unique<BusyThreads>(cv::getNumberOfCPUs(), spinOnCpu); }}};
    return list;
}

//! The choice, or a route, and what its calls took.
struct Way
{
    Route route;
    std::vector<double> times;

    void run(HostFrames& frames, int calls)
    {
        for (int i = 0; i < calls; ++i)
            times.push_back(timeConversion(frames, striperFor(route)));
    }

    std::string described() const
    {
        return cv::format("%s %.4f (p99 %.4f, max %.4f, %d calls)", toString(route).c_str(), 1e3 * meanOf(times),
                          1e3 * percentileOf(times, 0.99), 1e3 * percentileOf(times, 1),
                          static_cast<int>(times.size()));
    }
};

RouteChoice explained(const HostFrame& frame)
{
    return Striper::getDefault().explain([&](Striper& striper) {
        cv::Mat out = frame.out;
        cv::cudastripe::cvtColor(frame.in, out, cv::COLOR_BGR2YUV, cv::cudastripe::StreamRef(), striper);
    });
}

bool deviceIsLate(HostFrames& frames)
{
    return explained(frames.warm()).deviceLate;
}

// An earlier load may have left it open, which would help under the next; it closes when a look finds the device idle.
void awaitClosedBreaker(HostFrames& frames)
{
    for (int i = 0; i < 60 && deviceIsLate(frames); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        timeConversion(frames, Striper::getDefault());
    }
}

// The choice first. All are called once before there is a load: rates are measured and memory is allocated then.
std::vector<Way> possibleWays(HostFrames& frames)
{
    std::vector<Way> ways = {{Route::Auto, {}}};
    for (const RouteEstimate& estimate : explained(frames.warm()).estimates) {
        if (estimate.possible)
            ways.push_back({estimate.route, {}});
    }
    for (Way& way : ways) {
        way.run(frames, 3);
        way.times.clear();
    }
    return ways;
}

const Way& bestForced(const std::vector<Way>& ways)
{
    return *std::min_element(ways.begin() + 1, ways.end(),
                             [](const Way& a, const Way& b) { return meanOf(a.times) < meanOf(b.times); });
}

// So many that they take no longer than a run of the best, but a few.
int forcedCalls(const Way& way, double bestSeconds)
{
    return std::max(2, static_cast<int>(kRun * bestSeconds / meanOf(way.times)));
}

// In blocks in turn, so that what changes meanwhile favours nobody.
void runInTurn(std::vector<Way>& ways, HostFrames& frames, double limitSeconds)
{
    const auto start = std::chrono::steady_clock::now();
    const auto passed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
    while (ways[0].times.size() < kCalls && passed() < limitSeconds) {
        ways[0].run(frames, kRun);
        const bool known = !ways[1].times.empty();
        const double bestSeconds = known ? meanOf(bestForced(ways).times) : 0;
        for (size_t i = 1; i < ways.size(); ++i)
            ways[i].run(frames, known ? forcedCalls(ways[i], bestSeconds) : kTryOuts);
    }
    for (size_t i = 1; i < ways.size(); ++i) {
        while (ways[i].times.size() < kFewest && passed() < 2 * limitSeconds)
            ways[i].run(frames, 1);
    }
}

CallRow underLoad(const Load& load, HostFrames& frames, double limitSeconds)
{
    std::vector<Way> ways = possibleWays(frames);
    CV_Assert(ways.size() > 1);
    awaitClosedBreaker(frames);
    const bool lateBefore = deviceIsLate(frames);
    const std::unique_ptr<BusyThreads> busy = load.start();
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    runInTurn(ways, frames, limitSeconds);
    const bool lateAfter = deviceIsLate(frames);
    busy->stop();
    std::string beside = "mean ms";
    for (const Way& way : ways)
        beside += (&way == &ways[0] ? ": " : ", ") + way.described();
    return {1.15, meanOf(ways[0].times) / meanOf(bestForced(ways).times),
            beside + "; breaker " + (lateBefore ? "open" : "closed") + " before, " + (lateAfter ? "open" : "closed") +
                " at the end"};
}

}  // namespace

void measureLoads(CallRows& rows, bool quick)
{
    for (const char* size : {"1080p", "8K"}) {
        const CallFrames frames = {size, true};
        const SharedLazy<HostFrames> lazy = frames.lazy();
        for (const Load& load : loads()) {
            rows.add(frames.name() + ", " + load.name + ": mean of the choice ÷ mean of the best route forced",
                     [&] { return underLoad(load, lazy->get(), quick ? 3 : 8); });
        }
    }
}

}  // namespace bench
