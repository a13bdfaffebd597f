// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "own_formulas.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

namespace opencv_test {
namespace {

// Values of all channels in double precision, which holds all of every depth.
cv::Mat valuesOf(const cv::Mat& image)
{
    cv::Mat values;
    image.reshape(1).convertTo(values, CV_64F);
    return values;
}

template <class Formula>
cv::Mat applied(const cv::Mat& src, const Formula& formula)
{
    cv::Mat values = valuesOf(src), dst;
    for (int r = 0; r < values.rows; ++r)
        for (int c = 0; c < values.cols; ++c)
            values.at<double>(r, c) = formula(values.at<double>(r, c));
    values.convertTo(dst, src.depth());
    return dst.reshape(src.channels());
}

// As OpenCV turns a real value into an integer: halves to even; what 32 bits cannot hold is INT_MIN.
int rounded(double value)
{
    const double nearest = std::nearbyint(value);
    const bool fits = nearest >= std::numeric_limits<int>::min() && nearest <= std::numeric_limits<int>::max();
    return fits ? static_cast<int>(nearest) : std::numeric_limits<int>::min();
}

double toDepth(double value, int depth)
{
    static const double least[] = {0, -128, 0, -32768, -2147483648.}, most[] = {255, 127, 65535, 32767, 2147483647.};
    if (depth >= CV_32F)
        return value;
    return std::min(most[depth], std::max(least[depth], double(rounded(value))));
}

template <class T, class Formula>
cv::Mat computed(const cv::Mat& x, const cv::Mat& y, int depth, const Formula& formula)
{
    const cv::Mat xs = valuesOf(x), ys = valuesOf(y);
    cv::Mat values(xs.size(), CV_64F), dst;
    for (int r = 0; r < xs.rows; ++r)
        for (int c = 0; c < xs.cols; ++c)
            values.at<double>(r, c) =
                toDepth(formula(static_cast<T>(xs.at<double>(r, c)), static_cast<T>(ys.at<double>(r, c))), depth);
    values.convertTo(dst, depth);
    return dst.reshape(x.channels());
}

}  // namespace

cv::Mat integerProduct(const cv::Mat& x, const cv::Mat& y)
{
    const bool wraps = x.depth() == CV_32S;
    return computed<std::int64_t>(x, y, x.depth(), [=](std::int64_t a, std::int64_t b) {
        return wraps ? double(static_cast<int>(static_cast<unsigned>(a * b)))
                     : double(std::min<std::int64_t>(a * b, 65535));
    });
}

cv::Mat scaledIntegerProduct(const cv::Mat& x, const cv::Mat& y, double scale)
{
    return computed<double>(x, y, CV_32S, [=](double a, double b) { return scale * a * b; });
}

cv::Mat integerQuotient(const cv::Mat& x, const cv::Mat& y, double scale)
{
    const float factor = static_cast<float>(scale);
    return computed<float>(x, y, CV_32S, [=](float a, float b) { return b == 0 ? 0 : a * factor / b; });
}

cv::Mat integerDistance(const cv::Mat& x, const cv::Mat& y)
{
    return computed<std::int64_t>(x, y, CV_32S, [](std::int64_t a, std::int64_t b) {
        return double(static_cast<int>(static_cast<unsigned>(std::abs(a - b))));
    });
}

cv::Mat grayFormula(const cv::Mat& src, bool bgr)
{
    cv::Mat dst(src.size(), CV_32F);
    const int channels = src.channels();
    for (int r = 0; r < src.rows; ++r) {
        for (int c = 0; c < src.cols; ++c) {
            const float* pixel = src.ptr<float>(r) + c * channels;
            const float first = (bgr ? 0.114f : 0.299f) * pixel[0], second = 0.587f * pixel[1];
            dst.at<float>(r, c) = (first + second) + (bgr ? 0.299f : 0.114f) * pixel[2];
        }
    }
    return dst;
}

cv::Mat shiftFormula(const cv::Mat& src, int bits)
{
    const double range = std::pow(2., 8. * src.elemSize1()), factor = std::pow(2., bits);
    const bool isSigned = src.depth() != CV_8U && src.depth() != CV_16U;
    return applied(src, [&](double x) {
        double value = std::floor(x * factor);
        if (bits > 0) {
            value -= std::floor(value / range) * range;
            if (isSigned && value >= range / 2)
                value -= range;
        }
        return value;
    });
}

cv::Mat blendFormula(const cv::Mat& over, const cv::Mat& under)
{
    cv::Mat dst(over.size(), CV_8UC3);
    for (int r = 0; r < dst.rows; ++r) {
        for (int c = 0; c < dst.cols; ++c) {
            const cv::Vec4b x = over.at<cv::Vec4b>(r, c);
            const cv::Vec3b y = under.at<cv::Vec3b>(r, c);
            for (int i = 0; i < 3; ++i)
                dst.at<cv::Vec3b>(r, c)[i] = uchar((x[3] * x[i] + (255 - x[3]) * y[i] + 127) / 255);
        }
    }
    return dst;
}

cv::Mat gammaFormula(const cv::Mat& src, double gamma)
{
    const double most = src.depth() == CV_8U ? 255 : 65535;
    return applied(src, [&](double x) { return std::floor(most * std::pow(x / most, gamma) + 0.5); });
}

cv::Mat selectFormula(const cv::Mat& x, const cv::Mat& y, bool smaller)
{
    const cv::Mat ys = valuesOf(y);
    size_t i = 0;
    return applied(x, [&](double a) {
        const double b = ys.ptr<double>()[i++];
        return (smaller ? a < b : a > b) ? a : b;
    });
}

cv::Mat scaledProduct(const cv::Mat& x, const cv::Mat& y, double scale)
{
    const float s = static_cast<float>(scale);
    return computed<float>(x, y, CV_32F, [=](float u, float v) {
        const float first = s * u;
        return first * v;
    });
}

cv::Mat fusedScale(const cv::Mat& src, int depth, double alpha, double beta)
{
    const bool wide =
        depth == CV_64F || (src.depth() == CV_32S && depth == CV_32S) || (src.depth() == CV_64F && depth >= CV_32S);
    if (wide)
        return computed<double>(src, src, depth, [=](double x, double) { return std::fma(x, alpha, beta); });
    const float a = static_cast<float>(alpha), b = static_cast<float>(beta);
    return computed<float>(src, src, depth, [=](float x, float) { return std::fma(x, a, b); });
}

cv::Mat fusedSum(const cv::Mat& x, double alpha, const cv::Mat& y, double beta, double gamma)
{
    if (x.depth() == CV_32S || x.depth() == CV_64F)
        return computed<double>(x, y, x.depth(),
                                [=](double u, double v) { return std::fma(u, alpha, std::fma(v, beta, gamma)); });
    const float a = static_cast<float>(alpha), b = static_cast<float>(beta), g = static_cast<float>(gamma);
    return computed<float>(x, y, x.depth(), [=](float u, float v) { return std::fma(u, a, std::fma(v, b, g)); });
}

}  // namespace opencv_test
