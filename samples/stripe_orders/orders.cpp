// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "orders.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <opencv2/cudastripe/simulate.hpp>
#include <vector>

#include "../common/gpu.hpp"
#include "../common/measure.hpp"

using namespace cv::cudastripe;

namespace {

// The first is what all others are compared with: one stripe on one stream.
std::array<StriperParams, 4> paramsOf(const Options& options)
{
    std::array<StriperParams, 4> all;
    all.fill(paramsFor(options.device));
    for (StriperParams& params : all) {
        params.stripes = params.streams = options.streams;
        params.deviceMemoryLimit = std::size_t(1) << 34;
    }
    all[0].order = all[1].order = IssueOrder::DepthFirst;
    all[0].stripes = all[0].streams = 1;
    all[2].order = IssueOrder::BreadthFirst;
    all[3].order = IssueOrder::Dedicated;
    return all;
}

double maxErrorOf(const float* result, std::int64_t count)
{
    double error = 0;
    for (std::int64_t i = 0; i < count; ++i)
        error = std::max(error, std::abs(static_cast<double>(result[i]) - 1));
    return error;
}

constexpr std::size_t slotBytes = 12 << 20;  // of both slots together: two inputs and an output each

StriperParams twoSlots(IssueOrder order, const Options& options)
{
    StriperParams params = paramsFor(options.device);
    params.order = order;
    params.slots = params.streams = 2;
    params.deviceMemoryLimit = slotBytes;
    params.stripes = static_cast<int>(std::max<std::int64_t>(2, options.arrayElements * 12 * 2 / int(slotBytes) + 1));
    return params;
}

}  // namespace

OrderTimes predictedTimes(const std::string& profile, const Options& options)
{
    // Addresses that nobody reads or writes.
    float* const from = reinterpret_cast<float*>(std::uintptr_t(1) << 44);
    float* const to = reinterpret_cast<float*>(std::uintptr_t(1) << 45);
    OrderTimes times;
    for (std::size_t i = 0; i < times.size(); ++i) {
        times[i] =
            predictTimeline(deviceProfile(profile), paramsOf(options)[i], MemoryKind::PageLocked,
                            [&](Striper& striper) { makeOnes(from, options.elements, to, StreamRef(), striper); })
                .durationMs;
    }
    return times;
}

MeasuredOrders measuredOrders(const Options& options)
{
    const std::size_t bytes = static_cast<std::size_t>(options.elements) * sizeof(float);
    const HostMemory in(bytes, options.device), out(bytes, options.device);
    float* const to = out.as<float>();
    for (std::int64_t i = 0; i < options.elements; ++i)
        in.as<float>()[i] = static_cast<float>(i);
    std::vector<std::unique_ptr<Striper>> stripers;
    for (const StriperParams& params : paramsOf(options))
        stripers.push_back(std::make_unique<Striper>(params));

    MeasuredOrders measured;
    for (const std::unique_ptr<Striper>& striper : stripers) {
        std::fill_n(to, options.elements, -1.f);
        makeOnes(in.as<float>(), options.elements, to, StreamRef(), *striper);
        measured.maxError = std::max(measured.maxError, maxErrorOf(to, options.elements));
    }
    const auto times = timesInTurn(stripers.size(), options.repeat, [&](std::size_t i) {
        makeOnes(in.as<float>(), options.elements, to, StreamRef(), *stripers[i]);
    });
    for (std::size_t i = 0; i < times.size(); ++i)
        measured.timesMs[i] = quantile(times[i]);
    return measured;
}

TwoSlotRun runThroughTwoSlots(IssueOrder order, const Options& options)
{
    const std::int64_t count = options.arrayElements;
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(int);
    const HostMemory first(bytes, options.device), second(bytes, options.device), result(bytes, options.device);
    int *const a = first.as<int>(), *const b = second.as<int>(), *const c = result.as<int>();
    for (std::int64_t i = 0; i < count; ++i) {
        a[i] = static_cast<int>(i & 0xffffff);
        b[i] = static_cast<int>((i * 7 + 3) & 0xffffff);
        c[i] = -1;
    }
    const StriperParams params = twoSlots(order, options);
    Striper striper(params);
    mean(a, b, count, c, striper);  // loads and allocates

    TwoSlotRun run;
    run.timeMs = timeMs([&] { mean(a, b, count, c, striper); });
    run.deviceBytes = striper.usage().deviceBytes;
    for (std::int64_t i = 0; i < count; ++i)
        run.wrong += c[i] != (a[i] + b[i]) / 2;
    run.predictedMs = predictTimeline(deviceProfile("H200"), params, MemoryKind::PageLocked, [&](Striper& simulated) {
                          mean(a, b, count, c, simulated);
                      }).durationMs;
    return run;
}
