// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "plausible_rates.hpp"

#include <cmath>

namespace cv { namespace cudastripe {
namespace {

bool within(double value, double least, double most)
{
    return value >= least && value <= most;
}

bool alike(double a, double b, double tolerance)
{
    return std::abs(a / b - 1) < tolerance;
}

}  // namespace

bool plausible(const LinkRates& rates)
{
    return within(rates.upload, 1e8, 1e13) && within(rates.download, 1e8, 1e13) && within(rates.kernel, 1e9, 1e15) &&
           within(rates.gapSeconds, 1e-7, 3e-5);
}

bool plausible(const HostRates& rates)
{
    return within(rates.copy, 1e8, 1e13) && within(rates.memory, 1e8, 1e14) && within(rates.wakeSeconds, 0, 1e-3);
}

bool confirmed(const LinkRates& a, const LinkRates& b)
{
    constexpr double tolerance = 0.05;
    return plausible(a) && plausible(b) && alike(a.upload, b.upload, tolerance) &&
           alike(a.download, b.download, tolerance);
}

bool confirmed(const HostRates& a, const HostRates& b)
{
    constexpr double tolerance = 0.2;
    return plausible(a) && plausible(b) && alike(a.copy, b.copy, tolerance) && alike(a.memory, b.memory, tolerance);
}

}}  // namespace cv::cudastripe
