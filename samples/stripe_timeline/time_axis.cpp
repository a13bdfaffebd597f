// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "drawing.hpp"

#include <algorithm>
#include <cmath>

using cv::cudastripe::Timeline;
using cv::cudastripe::TimelineEntry;

namespace {

int decimals(double step)
{
    return std::clamp(-int(std::floor(std::log10(step) + 1e-9)), 0, 9);
}

// The smallest of 1, 2, 5, 10, 20, ... that is not below the least.
double roundStep(double least)
{
    const double power = std::pow(10, std::floor(std::log10(least)));
    for (double step : {power, 2 * power, 5 * power}) {
        if (step >= least)
            return step;
    }
    return 10 * power;
}

}  // namespace

TimeAxis::TimeAxis(const std::vector<Timeline>& timelines, double left, double right) : left_(left), right_(right)
{
    for (const Timeline& timeline : timelines) {
        lastMs_ = std::max(lastMs_, timeline.durationMs);
        for (const TimelineEntry& entry : timeline.entries) {
            firstMs_ = std::min(firstMs_, entry.startMs);
            lastMs_ = std::max(lastMs_, entry.endMs);
        }
    }
    if (lastMs_ == firstMs_)
        lastMs_ = firstMs_ + 1;
}

std::vector<Tick> TimeAxis::ticks() const
{
    const double closest = 90;
    const double step = roundStep((lastMs_ - firstMs_) * closest / (right_ - left_));
    std::vector<Tick> ticks;
    for (int i = cvCeil(firstMs_ / step - 1e-9); i * step <= lastMs_ + 1e-9 * step; ++i)
        ticks.push_back({x(i * step), cv::format("%.*f ms", decimals(step), i * step)});
    return ticks;
}

std::string readable(double number)
{
    return number > 0 ? cv::format("%.*f", decimals(number / 100), number) : "0";
}
