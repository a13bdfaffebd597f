// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "resize_formulas.hpp"

#include <algorithm>
#include <cmath>

#include "pillow_reference.hpp"

namespace opencv_test {
namespace {

//! Two samples and their weights of 11 bits.
struct LinearTaps
{
    int first, second;
    int ofFirst, ofSecond;
};

std::vector<int> nearestPlaces(int source, int result)
{
    const double scale = 1 / (double(result) / source);
    std::vector<int> places;
    for (int i = 0; i < result; ++i)
        places.push_back(static_cast<int>(std::min(std::floor(i * scale), source - 1.)));
    return places;
}

std::vector<int> nearestExactPlaces(int source, int result)
{
    const double scale = double(source) / result;
    std::vector<int> places;
    for (double place = scale / 2; static_cast<int>(places.size()) < result; place += scale)
        places.push_back(static_cast<int>(std::min(std::floor(place), source - 1.)));
    return places;
}

Mat picked(const Mat& src, const std::vector<int>& cols, const std::vector<int>& rows)
{
    Mat dst(static_cast<int>(rows.size()), static_cast<int>(cols.size()), src.type());
    const size_t bytes = src.elemSize();
    for (int y = 0; y < dst.rows; ++y) {
        for (int x = 0; x < dst.cols; ++x)
            std::memcpy(dst.ptr(y, x), src.ptr(rows[static_cast<size_t>(y)], cols[static_cast<size_t>(x)]), bytes);
    }
    return dst;
}

// Columns beyond the source have the weights of its last one; of rows only the numbers change.
std::vector<LinearTaps> linearTaps(int source, int result, bool cols)
{
    const double scale = 1 / (double(result) / source);
    std::vector<LinearTaps> all;
    for (int i = 0; i < result; ++i) {
        const float place = static_cast<float>((i + 0.5) * scale - 0.5);
        const int sample = static_cast<int>(std::floor(place));
        float fraction = place - static_cast<float>(sample);
        if (cols && (sample < 0 || sample >= source - 1))
            fraction = 0;
        const auto inside = [&](int at) { return std::min(std::max(at, 0), source - 1); };
        all.push_back({inside(sample), inside(sample + 1), static_cast<int>(std::nearbyint((1.f - fraction) * 2048)),
                       static_cast<int>(std::nearbyint(fraction * 2048))});
    }
    return all;
}

}  // namespace

Mat nearestExactByFormula(const Mat& src, Size size)
{
    return picked(src, nearestExactPlaces(src.cols, size.width), nearestExactPlaces(src.rows, size.height));
}

Mat nearestByFormula(const Mat& src, Size size)
{
    return picked(src, nearestPlaces(src.cols, size.width), nearestPlaces(src.rows, size.height));
}

Mat linearByFormula(const Mat& src, Size size)
{
    CV_Assert(src.depth() == CV_8U && (size.width * 2 != src.cols || size.height * 2 != src.rows));
    const auto cols = linearTaps(src.cols, size.width, true), rows = linearTaps(src.rows, size.height, false);
    Mat dst(size, src.type());
    for (int y = 0; y < dst.rows; ++y) {
        const LinearTaps& row = rows[static_cast<size_t>(y)];
        for (int x = 0; x < dst.cols; ++x) {
            const LinearTaps& col = cols[static_cast<size_t>(x)];
            for (int c = 0; c < src.channels(); ++c) {
                const auto sum = [&](int r) {
                    return src.ptr(r, col.first)[c] * col.ofFirst + src.ptr(r, col.second)[c] * col.ofSecond;
                };
                const int upper = (row.ofFirst * (sum(row.first) >> 4)) >> 16;
                const int lower = (row.ofSecond * (sum(row.second) >> 4)) >> 16;
                dst.ptr(y, x)[c] = static_cast<uchar>((upper + lower + 2) >> 2);
            }
        }
    }
    return dst;
}

Mat resizeReference(const Mat& src, Size size, const cudastripe::Resampling& resampling)
{
    if (resampling.interpolation() < 0)
        return pillowResized(src, size, resampling);
    if (resampling.interpolation() == INTER_NEAREST_EXACT)
        return nearestExactByFormula(src, size);
    Mat dst;
    cv::resize(src, dst, size, 0, 0, resampling.interpolation());
    return dst;
}

}  // namespace opencv_test
