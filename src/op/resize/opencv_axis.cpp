// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The taps of cv::resize: its coordinates, its weights and its edges. Formulas: docs/resize.md.

#include <array>
#include <cmath>

#include "../rounding_cast.hpp"
#include "axis.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr float kScale11 = 2048;
constexpr int kScale8 = 256;

//! A coordinate between two samples.
struct Place
{
    int sample;
    float fraction;
};

//! An axis without weights.
ResizeAxis unweighted(const ResizeSide& side)
{
    return ResizeAxis::of<char>(side.result, 0);
}

Place placeOf(const ResizeSide& side, int x)
{
    const auto place = static_cast<float>((x + 0.5) * side.scale() - 0.5);
    const int sample = cvFloor(place);
    return {sample, place - static_cast<float>(sample)};
}

Place areaPlaceOf(const ResizeSide& side, int x)
{
    const int sample = cvFloor(x * side.scale());
    const auto fraction = static_cast<float>((x + 1) - (sample + 1) * side.perSource);
    return {sample, fraction <= 0 ? 0.f : fraction - static_cast<float>(cvFloor(fraction))};
}

short weight11(float weight)
{
    return saturate_cast<short>(weight * kScale11);
}

// Adds the weights of taps beyond the source to the weight of its first or last sample, which is exact for integers.
template <size_t Taps>
void setInside(ResizeAxis& axis, size_t i, int first, const std::array<short, Taps>& weights, int source)
{
    const int begin = std::clamp(first, 0, source - 1);
    const int end = std::clamp(first + static_cast<int>(Taps), begin + 1, source);
    short* const inside = axis.weightsAt<short>(i);
    for (size_t k = 0; k < Taps; ++k) {
        short& weight = inside[std::clamp(first + static_cast<int>(k), begin, end - 1) - begin];
        weight = static_cast<short>(weight + weights[k]);
    }
    axis.spans[i] = {begin, end - begin};
}

// Leaves out a tap of weight 0, which adds nothing to integers: where a scale is odd, half of all rows are not read.
void dropZeros(ResizeAxis& axis)
{
    for (size_t i = 0; i < axis.spans.size(); ++i) {
        SourceSpan& span = axis.spans[i];
        short* const weights = axis.weightsAt<short>(i);
        if (span.count == 2 && weights[0] == 0) {
            ++span.first;
            std::swap(weights[0], weights[1]);
        }
        if (weights[1] == 0)
            span.count = 1;
    }
}

std::array<float, 4> cubicWeights(float x)
{
    constexpr float a = -0.75f;
    const float before = ((a * (x + 1) - 5 * a) * (x + 1) + 8 * a) * (x + 1) - 4 * a;
    const float own = ((a + 2) * x - (a + 3)) * x * x + 1;
    const float next = ((a + 2) * (1 - x) - (a + 3)) * (1 - x) * (1 - x) + 1;
    return {before, own, next, 1.f - before - own - next};
}

// The angle sum gives (-1)^i sin(y0 + i pi / 4) for all i from one sine and one cosine.
std::array<float, 8> lanczosWeights(float x)
{
    constexpr double half = 0.70710678118654752440084436210485, quarter = CV_PI * 0.25;
    constexpr double turns[8][2] = {{1, 0},  {-half, -half}, {0, 1},  {half, -half},
                                    {-1, 0}, {half, half},   {0, -1}, {-half, half}};
    const double y0 = -(x + 3) * quarter, sine = std::sin(y0), cosine = std::cos(y0);
    std::array<float, 8> weights;
    float sum = 0;
    for (int i = 0; i < 8; ++i) {
        const float distance = x + 3 - static_cast<float>(i);
        const double y = -distance * quarter;
        // This weight is so large that it is 1 after the division by the sum.
        weights[size_t(i)] = std::fabs(distance) < 1e-6f
                                 ? 1e30f
                                 : static_cast<float>((turns[i][0] * sine + turns[i][1] * cosine) / (y * y));
        sum += weights[size_t(i)];
    }
    sum = 1.f / sum;
    for (float& weight : weights)
        weight *= sum;
    return weights;
}

template <size_t Taps>
std::array<short, Taps> bits11(const std::array<float, Taps>& weights)
{
    std::array<short, Taps> result;
    for (size_t k = 0; k < Taps; ++k)
        result[k] = weight11(weights[k]);
    return result;
}

template <size_t Taps>
ResizeAxis windowAxis(const ResizeSide& side, bool rows, std::array<float, Taps> (*weightsAt)(float))
{
    ResizeAxis axis = ResizeAxis::of<short>(side.result, static_cast<int>(Taps));
    for (size_t i = 0; i < axis.spans.size(); ++i) {
        const Place place = placeOf(side, static_cast<int>(i));
        const std::array<short, Taps> weights = bits11(weightsAt(place.fraction));
        const int first = place.sample - static_cast<int>(Taps) / 2 + 1;
        if (rows) {
            axis.spans[i] = {first, static_cast<int>(Taps)};
            std::copy(weights.begin(), weights.end(), axis.weightsAt<short>(i));
        } else {
            setInside(axis, i, first, weights, side.source);
        }
    }
    return axis;
}

}  // namespace

ResizeAxis nearestAxis(const ResizeSide& side)
{
    ResizeAxis axis = unweighted(side);
    for (size_t i = 0; i < axis.spans.size(); ++i)
        axis.spans[i] = {std::min(cvFloor(static_cast<int>(i) * side.scale()), side.source - 1), 1};
    return axis;
}

ResizeAxis nearestExactAxis(const ResizeSide& side)
{
    ResizeAxis axis = unweighted(side);
    const double scale = double(side.source) / side.result;
    double place = scale * 0.5;
    for (SourceSpan& span : axis.spans) {
        span = {std::min(cvFloor(place), side.source - 1), 1};
        place += scale;
    }
    return axis;
}

ResizeAxis linearAxis(const ResizeSide& side, bool real, bool area, bool rows)
{
    ResizeAxis axis = real ? ResizeAxis::of<float>(side.result, 2) : ResizeAxis::of<short>(side.result, 2);
    for (size_t i = 0; i < axis.spans.size(); ++i) {
        Place place = (area ? areaPlaceOf : placeOf)(side, static_cast<int>(i));
        int taps = 2;
        if (!rows && (place.sample < 0 || place.sample >= side.source - 1)) {
            const int inside = std::clamp(place.sample, 0, side.source - 1);
            taps = inside == side.source - 1 ? 1 : 2;
            place = {inside, 0.f};
        }
        axis.spans[i] = {place.sample, taps};
        const float own = 1.f - place.fraction, next = place.fraction;
        if (real) {
            axis.weightsAt<float>(i)[0] = own;
            axis.weightsAt<float>(i)[1] = next;
        } else {
            axis.weightsAt<short>(i)[0] = weight11(own);
            axis.weightsAt<short>(i)[1] = weight11(next);
        }
    }
    if (!real)
        dropZeros(axis);
    return axis;
}

ResizeAxis linearExactAxis(const ResizeSide& side)
{
    ResizeAxis axis = ResizeAxis::of<short>(side.result, 2);
    for (size_t i = 0; i < axis.spans.size(); ++i) {
        const double place = side.scale() * (static_cast<double>(i) + 0.5) - 0.5;
        const int sample = cvFloor(place);
        const bool one = sample < 0 || sample >= side.source - 1;
        const int next = one ? 0 : roundToInt((place - sample) * kScale8);
        axis.spans[i] = {std::clamp(sample, 0, side.source - 1), one ? 1 : 2};
        axis.weightsAt<short>(i)[0] = static_cast<short>(kScale8 - next);
        axis.weightsAt<short>(i)[1] = static_cast<short>(next);
    }
    dropZeros(axis);
    return axis;
}

ResizeAxis windowAxis(const ResizeSide& side, int interpolation, bool rows)
{
    return interpolation == INTER_CUBIC ? windowAxis<4>(side, rows, &cubicWeights)
                                        : windowAxis<8>(side, rows, &lanczosWeights);
}

ResizeAxis boxAxis(const ResizeSide& side)
{
    const int scale = saturate_cast<int>(side.scale());
    ResizeAxis axis = unweighted(side);
    for (size_t i = 0; i < axis.spans.size(); ++i) {
        const int first = static_cast<int>(i) * scale;
        axis.spans[i] = {first, std::min(scale, side.source - first)};
    }
    return axis;
}

ResizeAxis areaAxis(const ResizeSide& side)
{
    constexpr double kLeast = 1e-3;  // the least fraction of a sample that counts
    const double scale = side.scale();
    ResizeAxis axis = ResizeAxis::of<float>(side.result, static_cast<int>(std::ceil(scale)) + 1);
    for (size_t i = 0; i < axis.spans.size(); ++i) {
        const double begin = static_cast<double>(i) * scale, end = begin + scale;
        const double cell = std::min(scale, side.source - begin);
        const int last = std::min(cvFloor(end), side.source - 1), first = std::min(cvCeil(begin), last);
        float* const weights = axis.weightsAt<float>(i);
        float* weight = weights;
        if (first - begin > kLeast)
            *weight++ = static_cast<float>((first - begin) / cell);
        const int before = static_cast<int>(weight - weights);
        weight = std::fill_n(weight, last - first, static_cast<float>(1.0 / cell));
        if (end - last > kLeast)
            *weight++ = static_cast<float>(std::min(std::min(end - last, 1.), cell) / cell);
        axis.spans[i] = {first - before, static_cast<int>(weight - weights)};
    }
    return axis;
}

}}  // namespace cv::cudastripe
