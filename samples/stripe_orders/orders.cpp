// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "orders.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <opencv2/cudastripe/simulate.hpp>
#include <vector>

#include "gpu.hpp"
#include "jobs.hpp"

using namespace cv::cudastripe;

namespace {

// The first is what all others are compared with: one stripe on one stream.
std::array<StriperParams, 4> paramsOf(const Options& options)
{
    std::array<StriperParams, 4> all;
    for (StriperParams& params : all)
        params.stripes = params.streams = options.streams;
    all[0].order = all[1].order = IssueOrder::DepthFirst;
    all[0].stripes = all[0].streams = 1;
    all[2].order = IssueOrder::BreadthFirst;
    all[3].order = IssueOrder::Dedicated;
    for (StriperParams& params : all) {
        params.deviceMemoryLimit = std::size_t(1) << 34;
        if (options.device >= 0)
            params.devices = {options.device};
    }
    return all;
}

double maxErrorOf(const float* result, std::int64_t count)
{
    double error = 0;
    for (std::int64_t i = 0; i < count; ++i)
        error = std::max(error, std::abs(static_cast<double>(result[i]) - 1));
    return error;
}

double median(std::vector<double>& values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

}  // namespace

OrderTimes publishedTimes(const std::string& profile)
{
    if (profile == "C1060")
        return {12.92, 13.64, 8.85, 0};
    if (profile == "C2050")
        return {9.98, 5.74, 7.60, 0};
    if (profile == "K20c")
        return {7.10, 3.97, 3.97, 0};
    return {};
}

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
    const std::shared_ptr<void> in = hostMemory(bytes, options.device), out = hostMemory(bytes, options.device);
    float* const from = static_cast<float*>(in.get());
    float* const to = static_cast<float*>(out.get());
    for (std::int64_t i = 0; i < options.elements; ++i)
        from[i] = static_cast<float>(i);
    std::vector<std::unique_ptr<Striper>> stripers;
    for (const StriperParams& params : paramsOf(options))
        stripers.push_back(std::make_unique<Striper>(params));

    MeasuredOrders measured;
    std::array<std::vector<double>, 4> times;
    // The first run loads and allocates; then the orders take turns.
    for (int run = 0; run <= options.repeat; ++run) {
        for (std::size_t i = 0; i < stripers.size(); ++i) {
            if (run == 0)
                std::fill_n(to, options.elements, -1.f);
            cv::TickMeter meter;
            meter.start();
            makeOnes(from, options.elements, to, StreamRef(), *stripers[i]);
            meter.stop();
            if (run == 0)
                measured.maxError = std::max(measured.maxError, maxErrorOf(to, options.elements));
            else
                times[i].push_back(meter.getTimeMilli());
        }
    }
    for (std::size_t i = 0; i < times.size(); ++i)
        measured.timesMs[i] = median(times[i]);
    return measured;
}
