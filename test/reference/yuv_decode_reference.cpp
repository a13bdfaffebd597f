// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "yuv_decode_reference.hpp"

#include <algorithm>
#include <cmath>

#include "yuv_layout_text.hpp"

namespace opencv_test {

using namespace cv::cudastripe;

namespace {

double neutral(const YuvFormat& format)
{
    return std::pow(2., format.depth() - 1);
}

// ITUR_BT_601_CY and its neighbours of OpenCV.
cv::Vec3d opencvColour(const cv::Vec3d& yuv)
{
    const long long luma = std::max(0LL, static_cast<long long>(yuv[0]) - 16) * 1220542, half = 1 << 19;
    const long long u = static_cast<long long>(yuv[1]) - 128, v = static_cast<long long>(yuv[2]) - 128;
    const auto code = [](long long x) { return static_cast<double>(x >> 20); };
    return cv::Vec3d(code(luma + 1673527 * v + half), code(luma - 409993 * u - 852492 * v + half),
                     code(luma + 2116026 * u + half));
}

bool hasChroma(const YuvLayoutText& layout)
{
    return std::any_of(layout.planes.begin(), layout.planes.end(),
                       [](const std::string& plane) { return plane.find('U') != std::string::npos; });
}

// Where a picture keeps a sample that forEachSample visits.
ushort& sampleOf(YuvPicture& picture, const YuvLayoutText& layout, char sample, int x, int y)
{
    if (sample == 'Y')
        return picture.y.at<ushort>(y, x);
    return (sample == 'U' ? picture.u : picture.v).at<ushort>(y / layout.rows, x / layout.cols);
}

}  // namespace

YuvPicture greyPicture(cv::Size size, const YuvFormat& format)
{
    const YuvLayoutText layout = layoutText(format);
    YuvPicture picture;
    picture.y = cv::Mat(size, CV_16U, cv::Scalar(0));
    if (hasChroma(layout)) {
        const cv::Size blocks((size.width + layout.cols - 1) / layout.cols,
                              (size.height + layout.rows - 1) / layout.rows);
        picture.u = cv::Mat(blocks, CV_16U, cv::Scalar(neutral(format)));
        picture.v = picture.u.clone();
    }
    return picture;
}

cv::Mat samplesOfPicture(const YuvPicture& picture, const YuvFormat& format)
{
    const YuvLayoutText layout = layoutText(format);
    YuvPicture from = picture;
    std::vector<ushort> samples;
    forEachSample(layout, picture.y.size(), [&](char sample, int x, int y) {
        samples.push_back(static_cast<ushort>(sampleOf(from, layout, sample, x, y) << layout.unusedBits));
    });
    cv::Mat result;
    cv::Mat(1, static_cast<int>(samples.size()), CV_16U, samples.data())
        .convertTo(result, format.depth() == 8 ? CV_8U : CV_16U);
    return result;
}

cv::Mat imageOfPicture(const YuvPicture& picture, const YuvFormat& format)
{
    const int channels = CV_MAT_CN(format.imageType());
    const cv::Mat samples = samplesOfPicture(picture, format);
    return samples.reshape(channels, samples.cols / (picture.y.cols * channels)).clone();
}

YuvPicture pictureOf(const cv::Mat& image, cv::Size size, const YuvFormat& format)
{
    CV_Assert(image.isContinuous());
    const YuvLayoutText layout = layoutText(format);
    YuvPicture picture = greyPicture(size, format);
    size_t at = 0;
    forEachSample(layout, size, [&](char sample, int x, int y) {
        const int code = image.depth() == CV_8U ? image.ptr<uchar>()[at] : image.ptr<ushort>()[at];
        sampleOf(picture, layout, sample, x, y) = static_cast<ushort>(code >> layout.unusedBits);
        ++at;
    });
    CV_Assert(at == image.total() * static_cast<size_t>(image.channels()));
    return picture;
}

cv::Vec3d realColour(const cv::Vec3d& yuv, const YuvFormat& format)
{
    if (format.matrix() == YuvMatrix::OpenCV420 || format.matrix() == YuvMatrix::OpenCV422)
        return opencvColour(yuv);
    double kr = 0.299, kb = 0.114;
    if (format.matrix() == YuvMatrix::BT709)
        kr = 0.2126, kb = 0.0722;
    else if (format.matrix() == YuvMatrix::BT2020)
        kr = 0.2627, kb = 0.0593;
    const double kg = 1 - kr - kb, scale = std::pow(2., format.depth() - 8);
    const double codes = std::pow(2., format.depth()) - 1, most = greatestColour(format);
    const bool limited = format.range() == YuvRange::Limited;
    // A product of integers, divided once: the luma of a grey is the double next to the real number.
    const double luma = limited ? (yuv[0] - 16 * scale) * most / (219 * scale) : yuv[0] * most / codes;
    const double chroma = limited ? 224 * scale : codes;
    const double cb = (yuv[1] - neutral(format)) * most / chroma, cr = (yuv[2] - neutral(format)) * most / chroma;
    // G = (Y' - Kr R - Kb B) / Kg, in which Y' cancels out but for one.
    return cv::Vec3d(luma + 2 * (1 - kr) * cr, luma - (2 * kr * (1 - kr) * cr + 2 * kb * (1 - kb) * cb) / kg,
                     luma + 2 * (1 - kb) * cb);
}

int colourDepth(const YuvFormat& format)
{
    return format.depth() == 8 ? CV_8U : CV_16U;
}

int greatestColour(const YuvFormat& format)
{
    return format.depth() == 8 ? 255 : 65535;
}

cv::Mat coloursOfPicture(const YuvPicture& picture, const YuvFormat& format, bool rgb, int channels, int depth)
{
    const YuvLayoutText layout = layoutText(format);
    const bool grey = picture.u.empty();
    const double most = depth == CV_8U ? 255 : 65535, unit = greatestColour(format) / most;
    cv::Mat result(picture.y.size(), CV_MAKETYPE(depth, channels));
    for (int y = 0; y < result.rows; ++y) {
        for (int x = 0; x < result.cols; ++x) {
            cv::Vec3d yuv(picture.y.at<ushort>(y, x), neutral(format), neutral(format));
            if (!grey) {
                yuv[1] = picture.u.at<ushort>(y / layout.rows, x / layout.cols);
                yuv[2] = picture.v.at<ushort>(y / layout.rows, x / layout.cols);
            }
            const cv::Vec3d real = realColour(yuv, format);
            for (int c = 0; c < channels; ++c) {
                const double value = c == 3 ? most : std::floor(real[rgb ? c : 2 - c] / unit + 0.5);
                const double code = std::min(most, std::max(0., value));
                if (depth == CV_8U)
                    result.ptr<uchar>(y)[x * channels + c] = static_cast<uchar>(code);
                else
                    result.ptr<ushort>(y)[x * channels + c] = static_cast<ushort>(code);
            }
        }
    }
    return result;
}

}  // namespace opencv_test
