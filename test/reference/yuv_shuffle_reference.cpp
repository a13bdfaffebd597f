// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "yuv_shuffle_reference.hpp"

#include <algorithm>

#include "yuv_layout_text.hpp"

namespace opencv_test {

using namespace cv::cudastripe;

namespace {

//! A fraction with a denominator above 0.
struct Fraction
{
    long long above, below;
};

long long power(int exponent)
{
    return 1LL << exponent;
}

// Rounded to nearest, a half up, and saturated to the format's codes.
ushort codeOf(const Fraction& x, const YuvFormat& format)
{
    const long long twice = 2 * x.above + x.below, unit = 2 * x.below;
    const long long down = twice >= 0 ? twice / unit : -((-twice + unit - 1) / unit);
    return static_cast<ushort>(std::min(power(format.depth()) - 1, std::max(0LL, down)));
}

ushort lumaOf(const Fraction& x, const YuvFormat& from, const YuvFormat& to)
{
    const long long less = from.range() == YuvRange::Full ? 1 : 0;
    return codeOf({x.above * (power(to.depth()) - less), x.below * (power(from.depth()) - less)}, to);
}

ushort chromaOf(const Fraction& x, const YuvFormat& from, const YuvFormat& to)
{
    const long long less = from.range() == YuvRange::Full ? 1 : 0, unit = x.below * (power(from.depth()) - less);
    const Fraction colour = {(x.above - x.below * power(from.depth() - 1)) * (power(to.depth()) - less), unit};
    return codeOf({colour.above + unit * power(to.depth() - 1), unit}, to);
}

//! The pixels of a block that count for its chroma.
std::vector<cv::Point> sitesOf(const YuvFormat& format)
{
    const YuvLayoutText layout = layoutText(format);
    std::vector<cv::Point> sites;
    for (int y = 0; y < layout.rows; ++y) {
        for (int x = 0; x < layout.cols; ++x) {
            const bool left = x == 0 && format.siting() == ChromaSiting::Left;
            if (format.siting() == ChromaSiting::Center || left || (x == 0 && y == 0))
                sites.emplace_back(x, y);
        }
    }
    return sites;
}

}  // namespace

YuvPicture shuffledPicture(const YuvPicture& picture, const YuvFormat& from, const YuvFormat& to)
{
    const YuvLayoutText source = layoutText(from), result = layoutText(to);
    const ushort most = static_cast<ushort>(power(from.depth()) - 1);
    YuvPicture shuffled = greyPicture(picture.y.size(), to);
    for (int y = 0; y < picture.y.rows; ++y) {
        for (int x = 0; x < picture.y.cols; ++x)
            shuffled.y.at<ushort>(y, x) = lumaOf({std::min(most, picture.y.at<ushort>(y, x)), 1}, from, to);
    }
    const auto chroma = [&](const cv::Mat& codes, cv::Mat& means) {
        const std::vector<cv::Point> sites = sitesOf(to);
        for (int y = 0; y < means.rows && !codes.empty(); ++y) {
            for (int x = 0; x < means.cols; ++x) {
                Fraction mean = {0, 0};
                for (const cv::Point& site : sites) {
                    const cv::Point pixel(x * result.cols + site.x, y * result.rows + site.y);
                    if (pixel.x >= picture.y.cols || pixel.y >= picture.y.rows)
                        continue;
                    ++mean.below;
                    mean.above += std::min(most, codes.at<ushort>(pixel.y / source.rows, pixel.x / source.cols));
                }
                means.at<ushort>(y, x) = chromaOf(mean, from, to);
            }
        }
    };
    chroma(picture.u, shuffled.u);
    chroma(picture.v, shuffled.v);
    return shuffled;
}

}  // namespace opencv_test
