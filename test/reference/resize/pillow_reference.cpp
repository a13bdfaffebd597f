// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../test_precomp.hpp"

#include "pillow_reference.hpp"

#include <algorithm>
#include <cmath>

#include "pillow_taps.hpp"

namespace opencv_test {
namespace {

using cudastripe::Resampling;

//! Pillow keeps the edges of a box as floats.
struct PillowBox
{
    float left, top, right, bottom;

    PillowBox(const Rect2d& box, Size whole)
        : left(static_cast<float>(box.x)),
          top(static_cast<float>(box.y)),
          right(static_cast<float>(box.empty() ? whole.width : box.x + box.width)),
          bottom(static_cast<float>(box.empty() ? whole.height : box.y + box.height))
    {
    }
    bool isWhole(Size size) const
    {
        return left == 0 && top == 0 && right == static_cast<float>(size.width) &&
               bottom == static_cast<float>(size.height);
    }
    //! True if it holds whole pixels, and as many as the result.
    bool isCrop(Size size) const
    {
        return left == std::floor(left) && top == std::floor(top) && right - left == static_cast<float>(size.width) &&
               bottom - top == static_cast<float>(size.height);
    }
};

int fixedPoint(double weight)
{
    const double scaled = weight * (1 << 22);
    return static_cast<int>(weight < 0 ? scaled - 0.5 : scaled + 0.5);
}

void sumBytes(const Mat& src, const PillowTaps& taps, int x, Mat& dst)
{
    const int channels = src.channels();
    std::vector<int> weights(taps.weights.size());
    std::transform(taps.weights.begin(), taps.weights.end(), weights.begin(), fixedPoint);
    for (int y = 0; y < dst.rows; ++y) {
        for (int c = 0; c < channels; ++c) {
            const uchar* const from = src.ptr(y) + taps.first * channels + c;
            int sum = 1 << 21;
            for (size_t k = 0; k < weights.size(); ++k)
                sum += from[k * static_cast<size_t>(channels)] * weights[k];
            dst.ptr(y)[x * channels + c] = saturate_cast<uchar>(sum >> 22);
        }
    }
}

void sumFloats(const Mat& src, const PillowTaps& taps, int x, Mat& dst)
{
    for (int y = 0; y < dst.rows; ++y) {
        const float* const from = src.ptr<float>(y) + taps.first;
        double sum = 0;
        for (size_t k = 0; k < taps.weights.size(); ++k)
            sum += from[k] * taps.weights[k];
        dst.ptr<float>(y)[x] = static_cast<float>(sum);
    }
}

Mat across(const Mat& src, const std::vector<PillowTaps>& taps)
{
    Mat dst(src.rows, static_cast<int>(taps.size()), src.type());
    for (int x = 0; x < dst.cols; ++x)
        (src.depth() == CV_8U ? sumBytes : sumFloats)(src, taps[static_cast<size_t>(x)], x, dst);
    return dst;
}

Mat down(const Mat& src, const std::vector<PillowTaps>& taps)
{
    return across(src.t(), taps).t();
}

uchar timesAlpha(int colour, int alpha)
{
    const int product = colour * alpha + 128;
    return static_cast<uchar>((product + (product >> 8)) >> 8);
}

uchar overAlpha(int colour, int alpha)
{
    return alpha == 0 || alpha == 255 ? static_cast<uchar>(colour) : saturate_cast<uchar>(colour * 255 / alpha);
}

// The last channel is alpha.
Mat withColours(const Mat& src, uchar (*changed)(int colour, int alpha))
{
    Mat dst = src.clone();
    const int channels = src.channels();
    for (int y = 0; y < dst.rows; ++y) {
        for (int i = 0; i < dst.cols * channels; ++i) {
            const uchar alpha = src.ptr(y)[i / channels * channels + channels - 1];
            if (i % channels != channels - 1)
                dst.ptr(y)[i] = changed(src.ptr(y)[i], alpha);
        }
    }
    return dst;
}

Mat resizedPlainly(const Mat& src, Size size, const Resampling& resampling, const PillowBox& box)
{
    if (box.isCrop(size))
        return src(Rect(Point(int(box.left), int(box.top)), size)).clone();
    const bool changesCols = size.width != src.cols || box.left != 0 || box.right != static_cast<float>(size.width);
    const bool changesRows = size.height != src.rows || box.top != 0 || box.bottom != static_cast<float>(size.height);
    const int fewerRows = src.rows - size.height, fewerCols = src.cols - size.width;
    const bool rowsFirst = resampling.version() >= 13 && fewerRows > 0 && fewerRows > 2 * fewerCols;
    const auto cols = pillowTaps(src.cols, box.left, box.right, size.width, resampling.filter());
    const auto rows = pillowTaps(src.rows, box.top, box.bottom, size.height, resampling.filter());
    Mat image = src.clone();
    if (rowsFirst && changesRows)
        image = down(image, rows);
    if (changesCols)
        image = across(image, cols);
    if (!rowsFirst && changesRows)
        image = down(image, rows);
    return image;
}

}  // namespace

Mat pillowResized(const Mat& src, Size size, const Resampling& resampling)
{
    const PillowBox box(resampling.box(), src.size());
    if (size == src.size() && box.isWhole(size))
        return src.clone();
    if (resampling.alpha() == Resampling::Alpha::Straight || src.channels() % 2 != 0)
        return resizedPlainly(src, size, resampling, box);
    return withColours(resizedPlainly(withColours(src, timesAlpha), size, resampling, box), overAlpha);
}

}  // namespace opencv_test
