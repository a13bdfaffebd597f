// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <chrono>
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

double meanOf(const std::vector<double>& times);

//! Interpolates linearly between the two nearest. @param part 0.5 gives the median, 1 the greatest.
double percentileOf(std::vector<double> times, double part);

}  // namespace bench
