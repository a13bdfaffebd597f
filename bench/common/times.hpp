// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <algorithm>
#include <chrono>
#include <numeric>
#include <vector>

namespace bench {

//! How long it takes to call this.
template <class Call>
double secondsOf(const Call& call)
{
    const auto start = std::chrono::steady_clock::now();
    call();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

inline double meanOf(const std::vector<double>& times)
{
    return std::accumulate(times.begin(), times.end(), 0.0) / double(times.size());
}

//! Interpolates linearly between the two nearest. @param part 0.5 gives the median, 1 the greatest.
inline double percentileOf(std::vector<double> times, double part)
{
    std::sort(times.begin(), times.end());
    const double position = double(times.size() - 1) * part;
    const size_t below = static_cast<size_t>(position), above = std::min(below + 1, times.size() - 1);
    return times[below] + (times[above] - times[below]) * (position - double(below));
}

}  // namespace bench
