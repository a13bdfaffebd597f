// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "comparison.hpp"

#include <algorithm>
#include <cstring>

namespace {

std::int64_t differingBytes(const cv::Mat& a, const cv::Mat& b)
{
    const cv::Mat bytesA = a.reshape(1), bytesB = b.reshape(1);
    cv::Mat differ;
    cv::compare(bytesA, bytesB, differ, cv::CMP_NE);
    return cv::countNonZero(differ);
}

double median(std::vector<double> values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

double timeMs(const Way& way, cv::Mat& drawing)
{
    cv::TickMeter meter;
    meter.start();
    way.draw(drawing);
    meter.stop();
    return meter.getTimeMilli();
}

}  // namespace

std::vector<Measured> compareWays(const std::vector<Way>& ways, const cv::Mat& expected, int repetitions,
                                  cv::Mat& drawing)
{
    std::vector<Measured> all;
    for (const Way& way : ways) {
        drawing.setTo(cv::Scalar::all(0));
        way.draw(drawing);
        const std::int64_t differing = way.whole ? differingBytes(drawing, expected) : -1;
        all.push_back({way.name, 0, differing, way.verified && differing > 0});
    }
    std::vector<std::vector<double>> times(ways.size());
    for (int run = 0; run < repetitions; ++run) {
        for (size_t i = 0; i < ways.size(); ++i)
            times[i].push_back(timeMs(ways[i], drawing));
    }
    for (size_t i = 0; i < ways.size(); ++i)
        all[i].timeMs = median(times[i]);
    return all;
}
