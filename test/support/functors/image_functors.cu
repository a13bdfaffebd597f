// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "image_functors.hpp"

#include <opencv2/imgproc.hpp>

// Where there is no CUDA compiler this is compiled as C++, and the functors run on the host alone.

namespace opencv_test {
namespace {

struct Gray
{
    CV_CUDASTRIPE_HD uchar operator()(const Pixel<uchar, 4>& p) const
    {
        return static_cast<uchar>((29 * p[0] + 150 * p[1] + 77 * p[2] + 128) >> 8);
    }
};

struct DropAlpha
{
    CV_CUDASTRIPE_HD Pixel<uchar, 3> operator()(Pixel<uchar, 4> p) const { return {p[0], p[1], p[2]}; }
};

struct ToUnit
{
    CV_CUDASTRIPE_HD Pixel<float, 3> operator()(Pixel<ushort, 3> p) const noexcept
    {
        return {p[0] / 65536.f, p[1] / 65536.f, p[2] / 65536.f};
    }
};

struct Halve
{
    CV_CUDASTRIPE_HD float operator()(Pixel<float, 1> p) const { return p[0] * 0.5f; }
};

struct SwapEnds
{
    CV_CUDASTRIPE_HD Pixel<uchar, 3> operator()(Pixel<uchar, 3> p) const { return {p[2], p[1], p[0]}; }
};

struct Difference
{
    CV_CUDASTRIPE_HD int operator()(Pixel<short, 2> p) const { return p[0] - p[1]; }
};

struct Turn
{
    CV_CUDASTRIPE_HD Pixel<double, 2> operator()(Pixel<double, 2> p) const { return {-p[1], p[0]}; }
};

struct Mean
{
    CV_CUDASTRIPE_HD Pixel<uchar, 3> operator()(const Pixel<uchar, 3>& a, const Pixel<uchar, 3>& b) const
    {
        return {(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2};
    }
};

struct Scale
{
    CV_CUDASTRIPE_HD Pixel<float, 4> operator()(Pixel<uchar, 4> p, float factor) const
    {
        return {p[0] * factor, p[1] * factor, p[2] * factor, p[3] * factor};
    }
};

template <class F>
ImageFunctor unary(const char* name, int srcType, int dstType, const F& f,
                   const std::function<cv::Mat(const cv::Mat&)>& reference)
{
    ImageFunctor functor = {name, srcType, dstType, nullptr, reference};
    functor.run = [f](cv::InputArray src, cv::OutputArray dst, const StreamRef& stream, Striper& striper) {
        const F passing = f;  // dead when the call returns, which with a stream may be before the work is done
        transform(src, dst, passing, SameBits::Yes, stream, striper);
    };
    return functor;
}

template <class F>
PairFunctor binary(const char* name, int aType, int bType, int dstType, const F& f,
                   const std::function<cv::Mat(const cv::Mat&, const cv::Mat&)>& reference)
{
    PairFunctor functor = {name, aType, bType, dstType, nullptr, reference};
    functor.run = [f](cv::InputArray a, cv::InputArray b, cv::OutputArray dst, const StreamRef& stream,
                      Striper& striper) { transform(a, b, dst, f, SameBits::Yes, stream, striper); };
    return functor;
}

template <class From, class To, class F>
cv::Mat eachPixel(const cv::Mat& src, const F& f)
{
    cv::Mat_<To> dst(src.size());
    for (int r = 0; r < src.rows; ++r) {
        for (int c = 0; c < src.cols; ++c)
            dst(r, c) = f(src.at<From>(r, c));
    }
    return dst;
}

static cv::Mat grayReference(const cv::Mat& src)
{
    return eachPixel<cv::Vec4b, uchar>(
        src, [](const cv::Vec4b& p) { return static_cast<uchar>((29 * p[0] + 150 * p[1] + 77 * p[2] + 128) / 256); });
}

}  // namespace

std::vector<ImageFunctor> imageFunctors()
{
    const auto colours = [](int code) {
        return [code](const cv::Mat& src) {
            cv::Mat dst;
            cv::cvtColor(src, dst, code);
            return dst;
        };
    };
    const auto converted = [](int depth, double scale, double shift) {
        return [=](const cv::Mat& src) {
            cv::Mat dst;
            src.convertTo(dst, depth, scale, shift);
            return dst;
        };
    };
    const auto difference = [](const cv::Mat& src) {
        return eachPixel<cv::Vec2s, int>(src, [](const cv::Vec2s& p) { return p[0] - p[1]; });
    };
    const auto turned = [](const cv::Mat& src) {
        return eachPixel<cv::Vec2d, cv::Vec2d>(src, [](const cv::Vec2d& p) { return cv::Vec2d(-p[1], p[0]); });
    };
    int white = 255;  // a constant would not be captured
    const auto invert = [white] CV_CUDASTRIPE_HD(uchar x) { return static_cast<uchar>(white - x); };
    const auto widen = [] CV_CUDASTRIPE_HD(const uchar& x) { return x * 0.25; };
    return {
        unary("BGRA to gray", CV_8UC4, CV_8UC1, Gray(), grayReference),
        unary("drop alpha", CV_8UC4, CV_8UC3, DropAlpha(), colours(cv::COLOR_BGRA2BGR)),
        unary("to unit range", CV_16UC3, CV_32FC3, ToUnit(), converted(CV_32F, 1 / 65536., 0)),
        unary("halve", CV_32FC1, CV_32FC1, Halve(), converted(CV_32F, 0.5, 0)),
        unary("swap ends", CV_8UC3, CV_8UC3, SwapEnds(), colours(cv::COLOR_BGR2RGB)),
        unary("difference", CV_16SC2, CV_32SC1, Difference(), difference),
        unary("turn", CV_64FC2, CV_64FC2, Turn(), turned),
        unary("invert by a lambda that captures", CV_8UC1, CV_8UC1, invert, converted(CV_8U, -1, 255)),
        unary("widen by a lambda", CV_8UC1, CV_64FC1, widen, converted(CV_64F, 0.25, 0)),
    };
}

std::vector<PairFunctor> pairFunctors()
{
    const auto mean = [](const cv::Mat& a, const cv::Mat& b) {
        cv::Mat wide, sum;
        a.convertTo(wide, CV_16U);
        cv::add(wide, b, sum, cv::noArray(), CV_16U);
        cv::Mat dst(a.size(), a.type());
        for (int r = 0; r < a.rows; ++r) {
            for (int i = 0; i < a.cols * a.channels(); ++i)
                dst.ptr(r)[i] = static_cast<uchar>(sum.ptr<ushort>(r)[i] / 2);
        }
        return dst;
    };
    const auto scaled = [](const cv::Mat& a, const cv::Mat& b) {
        cv::Mat values, factors;
        a.convertTo(values, CV_32F);
        cv::merge(std::vector<cv::Mat>(4, b), factors);
        return cv::Mat(values.mul(factors));
    };
    return {
        binary("mean", CV_8UC3, CV_8UC3, CV_8UC3, Mean(), mean),
        binary("scale", CV_8UC4, CV_32FC1, CV_32FC4, Scale(), scaled),
    };
}

}  // namespace opencv_test
