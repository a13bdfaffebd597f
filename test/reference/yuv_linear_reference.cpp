// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "yuv_linear_reference.hpp"

#include <algorithm>
#include <cmath>

#include "yuv_layout_text.hpp"

namespace opencv_test {

using namespace cv::cudastripe;

namespace {

//! Two samples of a line, and how far a pixel is on the way from the first to the second.
struct Between
{
    int first, second;
    double way;
};

// Sample i lies at pixel span * i + place.
Between betweenSamples(int pixel, int span, double place, int samples)
{
    const double at = std::min(std::max((pixel - place) / span, 0.), samples - 1.);
    const int first = static_cast<int>(std::floor(at));
    return {first, std::min(first + 1, samples - 1), at - first};
}

// The formula of cv::cvtColor for chroma that may lie between two codes.
cv::Vec3d realColourOfOpenCV(const cv::Vec3d& yuv)
{
    const double unit = 1 << 20, luma = std::max(0., yuv[0] - 16) * 1220542 / unit;
    const double u = yuv[1] - 128, v = yuv[2] - 128;
    return cv::Vec3d(luma + 1673527 * v / unit, luma - (409993 * u + 852492 * v) / unit, luma + 2116026 * u / unit);
}

bool isOpenCVs(const YuvFormat& format)
{
    return format.matrix() == YuvMatrix::OpenCV420 || format.matrix() == YuvMatrix::OpenCV422;
}

}  // namespace

double chromaAt(const cv::Mat& plane, cv::Point pixel, cv::Size span, ChromaSiting siting)
{
    const double right = siting == ChromaSiting::Center ? (span.width - 1) / 2. : 0;
    const double down = siting == ChromaSiting::TopLeft ? 0 : (span.height - 1) / 2.;
    const Between x = betweenSamples(pixel.x, span.width, right, plane.cols);
    const Between y = betweenSamples(pixel.y, span.height, down, plane.rows);
    const auto onRow = [&](int row) {
        return (1 - x.way) * plane.at<ushort>(row, x.first) + x.way * plane.at<ushort>(row, x.second);
    };
    return (1 - y.way) * onRow(y.first) + y.way * onRow(y.second);
}

cv::Mat linearColoursOfPicture(const YuvPicture& picture, const YuvFormat& format, bool rgb, int channels, int depth)
{
    const YuvLayoutText layout = layoutText(format);
    const cv::Size span(layout.cols, layout.rows);
    const double neutral = std::pow(2., format.depth() - 1), most = depth == CV_8U ? 255 : 65535;
    const double unit = (format.depth() == 8 ? 255 : 65535) / most;
    cv::Mat result(picture.y.size(), CV_MAKETYPE(depth, channels));
    for (cv::Point at; at.y < result.rows; ++at.y) {
        for (at.x = 0; at.x < result.cols; ++at.x) {
            cv::Vec3d yuv(picture.y.at<ushort>(at), neutral, neutral);
            if (!picture.u.empty()) {
                yuv[1] = chromaAt(picture.u, at, span, format.siting());
                yuv[2] = chromaAt(picture.v, at, span, format.siting());
            }
            const cv::Vec3d real = isOpenCVs(format) ? realColourOfOpenCV(yuv) : realColour(yuv, format);
            for (int c = 0; c < channels; ++c) {
                const double value = c == 3 ? most : std::floor(real[rgb ? c : 2 - c] / unit + 0.5);
                const double code = std::min(most, std::max(0., value));
                if (depth == CV_8U)
                    result.ptr<uchar>(at.y)[at.x * channels + c] = static_cast<uchar>(code);
                else
                    result.ptr<ushort>(at.y)[at.x * channels + c] = static_cast<ushort>(code);
            }
        }
    }
    return result;
}

}  // namespace opencv_test
