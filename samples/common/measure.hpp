// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef SAMPLES_MEASURE_HPP
#define SAMPLES_MEASURE_HPP

#include <algorithm>
#include <opencv2/core.hpp>
#include <vector>

//! Milliseconds that the work takes.
template <class Work>
double timeMs(const Work& work)
{
    cv::TickMeter meter;
    meter.start();
    work();
    meter.stop();
    return meter.getTimeMilli();
}

//! A quantile: 0.5 for the median.
inline double quantile(std::vector<double> values, double part = 0.5)
{
    const auto at = values.begin() + std::ptrdiff_t(part * double(values.size() - 1) + 0.5);
    std::nth_element(values.begin(), at, values.end());
    return *at;
}

//! Runs each of `count` tasks once to warm up, then all repeatedly in turn, so that what slows the machine down slows
//! all of them down. Gives the times in milliseconds of each.
//! @param work takes the number of the task.
template <class Work>
std::vector<std::vector<double>> timesInTurn(std::size_t count, int repeat, const Work& work)
{
    std::vector<std::vector<double>> times(count);
    for (int run = 0; run <= repeat; ++run) {
        for (std::size_t i = 0; i < count; ++i) {
            const double ms = timeMs([&] { work(i); });
            if (run > 0)
                times[i].push_back(ms);
        }
    }
    return times;
}

#endif
