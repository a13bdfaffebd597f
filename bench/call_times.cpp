// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "call_times.hpp"

#include <algorithm>
#include <numeric>

#include "opencv2/core.hpp"

namespace bench {

double meanOf(const std::vector<double>& times)
{
    CV_Assert(!times.empty());
    return std::accumulate(times.begin(), times.end(), 0.0) / double(times.size());
}

double percentileOf(std::vector<double> times, double part)
{
    CV_Assert(!times.empty());
    std::sort(times.begin(), times.end());
    const double position = double(times.size() - 1) * part;
    const size_t below = static_cast<size_t>(position), above = std::min(below + 1, times.size() - 1);
    return times[below] + (times[above] - times[below]) * (position - double(below));
}

}  // namespace bench
