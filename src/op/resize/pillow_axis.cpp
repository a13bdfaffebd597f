// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The taps of Pillow's Image.resize. Formulas: docs/resize.md.

#include <cmath>

#include "axis.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int kBits = 22;  // of a weight

double sinc(double x)
{
    if (x == 0)
        return 1;
    x *= CV_PI;
    return std::sin(x) / x;
}

double box(double x)
{
    return x > -0.5 && x <= 0.5 ? 1 : 0;
}

double bilinear(double x)
{
    x = std::fabs(x);
    return x < 1 ? 1 - x : 0;
}

double hamming(double x)
{
    x = std::fabs(x);
    if (x == 0)
        return 1;
    if (x >= 1)
        return 0;
    x *= CV_PI;
    return std::sin(x) / x * (0.54f + 0.46f * std::cos(x));
}

double bicubic(double x)
{
    constexpr double a = -0.5;
    x = std::fabs(x);
    if (x < 1)
        return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0;
}

double lanczos(double x)
{
    return x >= -3 && x < 3 ? sinc(x) * sinc(x / 3) : 0;
}

struct Window
{
    double (*at)(double);
    double support;
};

//! Indexed by Resampling::Filter.
constexpr Window kWindows[] = {{&box, 0.5}, {&bilinear, 1}, {&hamming, 1}, {&bicubic, 2}, {&lanczos, 3}};

//! Rounds halves away from zero.
int fixedPointOf(double weight)
{
    const double scaled = weight * (1 << kBits);
    return static_cast<int>(weight < 0 ? -0.5 + scaled : 0.5 + scaled);
}

//! Sets the weights of sample i, as fixed-point numbers if `fixedPoint`.
void setWeights(ResizeAxis& axis, size_t i, const std::vector<double>& weights, bool fixedPoint)
{
    if (fixedPoint)
        std::transform(weights.begin(), weights.end(), axis.weightsAt<int>(i), fixedPointOf);
    else
        std::copy(weights.begin(), weights.end(), axis.weightsAt<double>(i));
}

ResizeAxis axisOf(int results, int taps, bool fixedPoint)
{
    return fixedPoint ? ResizeAxis::of<int>(results, taps) : ResizeAxis::of<double>(results, taps);
}

}  // namespace

ResizeAxis croppedAxis(const ResizeSide& side, int first, bool fixedPoint)
{
    ResizeAxis axis = axisOf(side.result, 1, fixedPoint);
    for (size_t i = 0; i < axis.spans.size(); ++i) {
        axis.spans[i] = {first + static_cast<int>(i), 1};
        setWeights(axis, i, {1}, fixedPoint);
    }
    return axis;
}

ResizeAxis pillowAxis(const ResizeSide& side, Resampling::Filter filter, float first, float end, bool fixedPoint)
{
    if (first == 0 && side.result == side.source && end == static_cast<float>(side.source))
        return croppedAxis(side, 0, fixedPoint);
    const float length = end - first;
    const Window& window = kWindows[static_cast<int>(filter)];
    const double scale = double(length) / side.result, filterScale = std::max(scale, 1.0);
    const double support = window.support * filterScale, inverse = 1.0 / filterScale;
    ResizeAxis axis = axisOf(side.result, static_cast<int>(std::ceil(support)) * 2 + 1, fixedPoint);
    std::vector<double> weights;
    for (size_t i = 0; i < axis.spans.size(); ++i) {
        const double centre = first + (static_cast<double>(i) + 0.5) * scale;
        const int begin = std::max(static_cast<int>(centre - support + 0.5), 0);
        const int count = std::min(static_cast<int>(centre + support + 0.5), side.source) - begin;
        if (count <= 0) {  // a box of width 0 after the last sample: Pillow gives 0
            axis.spans[i] = {side.source - 1, 1};
            continue;
        }
        weights.clear();
        double sum = 0;
        for (int k = 0; k < count; ++k) {
            weights.push_back(window.at((k + begin - centre + 0.5) * inverse));
            sum += weights.back();
        }
        for (double& weight : weights) {
            if (sum != 0)
                weight /= sum;
        }
        axis.spans[i] = {begin, count};
        setWeights(axis, i, weights, fixedPoint);
    }
    return axis;
}

}}  // namespace cv::cudastripe
