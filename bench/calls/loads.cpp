// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <thread>

#include "../common/benchmarks.hpp"
#include "../common/stripers.hpp"
#include "calls.hpp"
#include "kernels.hpp"
#include "opencv2/core/utility.hpp"

namespace bench {
namespace {

using cv::cudastripe::Route;
using cv::cudastripe::RouteEstimate;

constexpr size_t kCalls = 1000, kFewest = 31;
constexpr int kRun = 50;     // calls of the choice behind one another, so that the breaker can act
constexpr int kTryOuts = 8;  // of a forced route, before it is known how long it takes

struct Load
{
    const char* name;
    std::function<std::function<void()>()> round;  //!< gives what each of the threads does again and again
    int threads;
};

void spinOnCpu()
{
    const auto start = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - start < std::chrono::milliseconds(1)) {
    }
}

// Does a work while other threads are busy. Throws an exception of theirs.
void runBeside(const Load& load, const std::function<void()>& work)
{
    std::atomic<bool> stopped{false};
    std::vector<std::future<void>> threads;  // wait at their ends
    const std::shared_ptr<void> stopAtEnd(nullptr, [&](void*) { stopped = true; });
    const auto busy = [&stopped, round = load.round()] {
        while (!stopped)
            round();
    };
    for (int i = 0; i < load.threads; ++i)
        threads.push_back(std::async(std::launch::async, busy));
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    work();
    stopped = true;
    for (std::future<void>& thread : threads)
        thread.get();
}

const std::vector<Load>& loads()
{
    static const std::vector<Load> list = {{"bus and GPU busy", [] { return busyGpu(true); }, 1},
                                           {"GPU's cores full, bus idle", [] { return busyGpu(false); }, 1},
                                           {"CPU full", [] { return spinOnCpu; }, cv::getNumberOfCPUs()}};
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

// An earlier load may have left it open, which would help under the next; it closes when a probe finds the device idle.
void awaitClosedBreaker(HostFrames& frames)
{
    for (int i = 0; i < 60 && explained(frames.first()).deviceLate; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        timeConversion(frames);
    }
}

// The choice first. All are called once before there is a load: rates are measured and memory is allocated then.
std::vector<Way> possibleWays(HostFrames& frames)
{
    std::vector<Way> ways = {{Route::Auto, {}}};
    for (const RouteEstimate& estimate : explained(frames.first()).estimates) {
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

// In blocks in turn, so that what changes meanwhile favours nobody.
void runInTurn(std::vector<Way>& ways, HostFrames& frames, double limitSeconds)
{
    const auto start = std::chrono::steady_clock::now();
    const auto passed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
    while (ways[0].times.size() < kCalls && passed() < limitSeconds) {
        ways[0].run(frames, kRun);
        const bool known = !ways[1].times.empty();
        const double seconds = known ? kRun * meanOf(bestForced(ways).times) : 0;  // no route takes much longer
        for (size_t i = 1; i < ways.size(); ++i)
            ways[i].run(frames, known ? std::max(2, static_cast<int>(seconds / meanOf(ways[i].times))) : kTryOuts);
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
    const bool lateBefore = explained(frames.first()).deviceLate;
    bool lateAfter = false;
    runBeside(load, [&] {
        runInTurn(ways, frames, limitSeconds);
        lateAfter = explained(frames.first()).deviceLate;
    });
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
        HostFrames shared;
        for (const Load& load : loads()) {
            rows.add(frames.name() + ", " + load.name + ": mean of the choice ÷ mean of the best route forced", [&] {
                if (shared.count() == 0)
                    shared = frames.allocate();
                return underLoad(load, shared, quick ? 3 : 8);
            });
        }
    }
}

}  // namespace bench
