// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "yuv_reference.hpp"

#include <cmath>

#include "yuv_layout_text.hpp"

namespace opencv_test {

using namespace cv::cudastripe;

namespace {

struct Colour
{
    double r = 0, g = 0, b = 0;
};

Colour pixel(const cv::Mat& src, int x, int y, bool rgb)
{
    double c[3];
    for (int i = 0; i < 3; ++i) {
        const int at = x * src.channels() + i;
        c[i] = src.depth() == CV_8U ? src.ptr<uchar>(y)[at] / 255. : src.ptr<ushort>(y)[at] / 65535.;
    }
    return rgb ? Colour{c[0], c[1], c[2]} : Colour{c[2], c[1], c[0]};
}

// The mean of the pixels of a block that the siting names, as far as the picture has them.
Colour sited(const cv::Mat& src, int x, int y, const YuvLayoutText& layout, ChromaSiting siting, bool rgb)
{
    const int cols = std::min(siting == ChromaSiting::Center ? layout.cols : 1, src.cols - x);
    const int rows = std::min(siting == ChromaSiting::TopLeft ? 1 : layout.rows, src.rows - y);
    Colour mean;
    for (int dy = 0; dy < rows; ++dy) {
        for (int dx = 0; dx < cols; ++dx) {
            const Colour c = pixel(src, x + dx, y + dy, rgb);
            mean.r += c.r / (cols * rows);
            mean.g += c.g / (cols * rows);
            mean.b += c.b / (cols * rows);
        }
    }
    return mean;
}

// The formula of tutorials rounds down; all its numbers are whole multiples of 2^-10.
double tutorialCode(const Colour& c, char sample)
{
    const double r = std::round(c.r * 255 * 4) / 4, g = std::round(c.g * 255 * 4) / 4,
                 b = std::round(c.b * 255 * 4) / 4;
    if (sample == 'Y')
        return std::floor((66 * r + 129 * g + 25 * b) / 256) + 16;
    if (sample == 'U')
        return std::floor((-38 * r - 74 * g + 112 * b) / 256) + 128;
    return std::floor((112 * r - 94 * g - 18 * b) / 256) + 128;
}

double code(const Colour& c, char sample, const YuvFormat& format)
{
    if (format.matrix() == YuvMatrix::Tutorial)
        return tutorialCode(c, sample);
    double kr = 0.299, kb = 0.114;
    if (format.matrix() == YuvMatrix::BT709)
        kr = 0.2126, kb = 0.0722;
    else if (format.matrix() == YuvMatrix::BT2020)
        kr = 0.2627, kb = 0.0593;
    const double luma = kr * c.r + (1 - kr - kb) * c.g + kb * c.b;
    const double cb = (c.b - luma) / (2 * (1 - kb)), cr = (c.r - luma) / (2 * (1 - kr));
    const double most = std::pow(2., format.depth()) - 1, scale = std::pow(2., format.depth() - 8);
    const bool limited = format.range() == YuvRange::Limited;
    double value = 0;
    if (sample == 'Y')
        value = limited ? (16 + 219 * luma) * scale : most * luma;
    else
        value = 128 * scale + (limited ? 224 * scale : most) * (sample == 'U' ? cb : cr);
    return std::min(most, std::max(0., std::floor(value + 0.5)));
}

}  // namespace

cv::Mat yuvSamples(const cv::Mat& src, const YuvFormat& format, bool rgb)
{
    const YuvLayoutText layout = layoutText(format);
    std::vector<double> samples;
    forEachSample(layout, src.size(), [&](char sample, int x, int y) {
        const Colour c = sample == 'Y' ? pixel(src, x, y, rgb) : sited(src, x, y, layout, format.siting(), rgb);
        samples.push_back(code(c, sample, format) * std::pow(2., layout.unusedBits));
    });
    cv::Mat result;
    cv::Mat(1, int(samples.size()), CV_64F, samples.data()).convertTo(result, format.depth() == 8 ? CV_8U : CV_16U);
    return result;
}

cv::Mat yuvReference(const cv::Mat& src, const YuvFormat& format, bool rgb)
{
    const cv::Mat samples = yuvSamples(src, format, rgb);
    const int channels = CV_MAT_CN(format.imageType());
    return samples.reshape(channels, int(samples.total()) / (src.cols * channels)).clone();
}

bool opencvHasCode(int code)
{
#if CV_VERSION_MAJOR > 4 || (CV_VERSION_MAJOR == 4 && CV_VERSION_MINOR >= 9)
    (void)code;
    return true;
#else
    return code < 143;
#endif
}

cv::Mat opencvYuvReference(const cv::Mat& src, int code)
{
    const bool planar = code <= 134;
    // Codes of RGB and RGBA; see the numbers in imgproc.hpp.
    const bool rgb = planar || code <= 146 ? (code - (planar ? 127 : 143)) % 2 == 0 : code % 2 == 1;
    const int w = src.cols, h = src.rows;
    const auto at = [&](int x, int y, int channel) -> long long {
        return src.ptr(y)[x * src.channels() + (rgb ? channel : 2 - channel)];
    };
    if (planar) {
        const bool vFirst = code >= 131;
        cv::Mat dst(h * 3 / 2, w, CV_8U);
        uchar* chroma[2] = {dst.ptr(h), dst.ptr(h) + w / 2 * (h / 2)};
        for (int y = 0; y < h; ++y) {
            for (int x = 0; x < w; ++x) {
                const long long r = at(x, y, 0), g = at(x, y, 1), b = at(x, y, 2), half = 1 << 19;
                dst.at<uchar>(y, x) = uchar((269484 * r + 528482 * g + 102760 * b + (16 << 20) + half) >> 20);
                if (x % 2 || y % 2)
                    continue;
                const long long u = (-155188 * r - 305135 * g + 460324 * b + (128 << 20) + half) >> 20;
                const long long v = (460324 * r - 385875 * g - 74448 * b + (128 << 20) + half) >> 20;
                chroma[0][y / 2 * (w / 2) + x / 2] = uchar(vFirst ? v : u);
                chroma[1][y / 2 * (w / 2) + x / 2] = uchar(vFirst ? u : v);
            }
        }
        return dst;
    }
    cv::Mat dst(h, w, CV_8UC2);
    const bool uyvy = code <= 146, yvyu = code == 149 || code == 150 || code >= 153;
    for (int y = 0; y < h; ++y) {
        for (int x = 0; x < w; x += 2) {
            long long luma[2], sum[3];
            for (int i = 0; i < 2; ++i)
                luma[i] =
                    (4211 * at(x + i, y, 0) + 8258 * at(x + i, y, 1) + 1606 * at(x + i, y, 2) + (16 << 14) + 8192) >>
                    14;
            for (int c = 0; c < 3; ++c)
                sum[c] = at(x, y, c) + at(x + 1, y, c);
            const long long u = (-1212 * sum[0] - 2384 * sum[1] + 3596 * sum[2] + (256 << 13) + 8192) >> 14;
            const long long v = (3596 * sum[0] - 3015 * sum[1] - 582 * sum[2] + (256 << 13) + 8192) >> 14;
            uchar* to = dst.ptr(y) + x * 2;
            to[uyvy ? 1 : 0] = uchar(luma[0]);
            to[uyvy ? 3 : 2] = uchar(luma[1]);
            to[uyvy ? 0 : yvyu ? 3 : 1] = uchar(u);
            to[uyvy ? 2 : yvyu ? 1 : 3] = uchar(v);
        }
    }
    return dst;
}

}  // namespace opencv_test
