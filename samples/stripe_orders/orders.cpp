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
