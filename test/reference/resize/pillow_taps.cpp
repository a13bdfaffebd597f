// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "pillow_taps.hpp"

#include <algorithm>
#include <cmath>

namespace opencv_test {
namespace {

using Filter = cudastripe::Resampling::Filter;

double supportOf(Filter filter)
{
    switch (filter) {
    case Filter::Box:
        return 0.5;
    case Filter::Bicubic:
        return 2;
    case Filter::Lanczos:
        return 3;
    default:
        return 1;
    }
}

double sincOf(double x)
{
    return x == 0 ? 1 : std::sin(x * CV_PI) / (x * CV_PI);
}

double weightOf(Filter filter, double x)
{
    const double d = std::abs(x);
    switch (filter) {
    case Filter::Box:
        return -0.5 < x && x <= 0.5 ? 1 : 0;
    case Filter::Bilinear:
        return std::max(1 - d, 0.);
    case Filter::Hamming:
        // The constants are floats.
        return d == 0 ? 1 : d >= 1 ? 0 : sincOf(d) * (0.54f + 0.46f * std::cos(d * CV_PI));
    case Filter::Bicubic:
        if (d >= 2)
            return 0;
        return d < 1 ? (1.5 * d - 2.5) * d * d + 1 : (((d - 5) * d + 8) * d - 4) * -0.5;
    default:
        return -3 <= x && x < 3 ? sincOf(x) * sincOf(x / 3) : 0;
    }
}

}  // namespace

std::vector<PillowTaps> pillowTaps(int source, float begin, float end, int result, Filter filter)
{
    const double scale = static_cast<double>(end - begin) / result, widening = std::max(scale, 1.);
    const double reach = supportOf(filter) * widening, perSample = 1 / widening;
    std::vector<PillowTaps> all(static_cast<size_t>(result));
    for (int i = 0; i < result; ++i) {
        PillowTaps& taps = all[static_cast<size_t>(i)];
        const double centre = begin + (i + 0.5) * scale;
        taps.first = std::max(static_cast<int>(centre - reach + 0.5), 0);
        const int behind = std::min(static_cast<int>(centre + reach + 0.5), source);
        double sum = 0;
        for (int at = taps.first; at < behind; ++at) {
            taps.weights.push_back(weightOf(filter, (at - centre + 0.5) * perSample));
            sum += taps.weights.back();
        }
        for (double& weight : taps.weights)
            weight = sum != 0 ? weight / sum : weight;
    }
    return all;
}

}  // namespace opencv_test
