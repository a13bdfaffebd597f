// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "measurement.hpp"

#include <algorithm>
#include <opencv2/core.hpp>

#include "../common/user_error.hpp"

using namespace cv::cudastripe;

namespace {

Measurement summary(const PrefetchShape& shape, std::vector<double> timesMs)
{
    std::sort(timesMs.begin(), timesMs.end());
    const auto at = [&](double part) {
        return timesMs[static_cast<std::size_t>(part * static_cast<double>(timesMs.size() - 1) + 0.5)];
    };
    return {shape, at(0.5), at(0.1), at(0.9)};
}

}  // namespace

const Measurement& Measurements::plain() const
{
    for (const Measurement& measurement : all) {
        if (measurement.shape.policy == Prefetch::Plain)
            return measurement;
    }
    throw UserError(loop + ": there is no measurement of Plain");
}

const Measurement* Measurements::find(const Series& series, int distance) const
{
    const int padding = series.padded ? PrefetchShape::conflictFreePadding(distance) : 0;
    for (const Measurement& measurement : all) {
        const PrefetchShape& shape = measurement.shape;
        if (shape.policy == series.policy && shape.distance == distance && shape.padding == padding)
            return &measurement;
    }
    return nullptr;
}

double Measurements::speedUp(const Measurement& measurement) const
{
    return plain().medianMs / measurement.medianMs;
}

const Measurement& Measurements::best() const
{
    return *std::min_element(all.begin(), all.end(),
                             [](const Measurement& a, const Measurement& b) { return a.medianMs < b.medianMs; });
}

Measurements measure(DeviceLoop& device, const Loop& loop, int repeat)
{
    const std::size_t plainEvery = 10;
    const std::vector<PrefetchShape> shapes = allShapes(loop);
    if (!device.makeReference(loop.work, shapes[0]))
        throw UserError(loop.name + ": " + toString(shapes[0]) + ": not what the CPU computes");
    for (const PrefetchShape& shape : shapes) {
        device.runMs(loop.work, shape);
        if (!device.right())
            throw UserError(loop.name + ": " + toString(shape) + ": wrong result");
    }
    std::vector<std::vector<double>> timesMs(shapes.size());
    for (int run = 0; run < repeat; ++run) {
        for (std::size_t i = 0; i < shapes.size(); ++i) {
            if (i % plainEvery == 0)
                timesMs[0].push_back(device.runMs(loop.work, shapes[0]));
            if (i > 0)
                timesMs[i].push_back(device.runMs(loop.work, shapes[i]));
        }
    }
    Measurements result{loop.name, {}};
    for (std::size_t i = 0; i < shapes.size(); ++i)
        result.all.push_back(summary(shapes[i], timesMs[i]));
    return result;
}
