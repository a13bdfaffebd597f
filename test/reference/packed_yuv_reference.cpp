// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "packed_yuv_reference.hpp"

#include "opencv2/imgproc.hpp"

namespace opencv_test {

namespace {

template <class T>
cv::Mat integerReference(const cv::Mat& src, bool rgb, bool yuv)
{
    const long long half = (long long)(std::numeric_limits<T>::max() / 2 + 1) << 14;
    const auto rounded = [](long long v) { return (v + 8192) >> 14; };
    cv::Mat dst(src.size(), CV_MAKETYPE(src.depth(), 3));
    for (int y = 0; y < src.rows; ++y) {
        for (int x = 0; x < src.cols; ++x) {
            const T* p = src.ptr<T>(y) + x * src.channels();
            const long long r = p[rgb ? 0 : 2], g = p[1], b = p[rgb ? 2 : 0];
            const long long luma = rounded(4899 * r + 9617 * g + 1868 * b);
            T* q = dst.ptr<T>(y) + x * 3;
            q[0] = cv::saturate_cast<T>(int(luma));
            q[1] = cv::saturate_cast<T>(int(rounded((yuv ? (b - luma) * 8061 : (r - luma) * 11682) + half)));
            q[2] = cv::saturate_cast<T>(int(rounded((yuv ? (r - luma) * 14369 : (b - luma) * 9241) + half)));
        }
    }
    return dst;
}

template <class T>
cv::Mat integerColours(const cv::Mat& src, bool rgb, bool yuv, int channels)
{
    const long long half = std::numeric_limits<T>::max() / 2 + 1;
    const auto rounded = [](long long v) { return (v + 8192) >> 14; };
    cv::Mat dst(src.size(), CV_MAKETYPE(src.depth(), channels), cv::Scalar::all(std::numeric_limits<T>::max()));
    for (int y = 0; y < src.rows; ++y) {
        for (int x = 0; x < src.cols; ++x) {
            const T* p = src.ptr<T>(y) + x * 3;
            const long long luma = p[0], ofBlue = p[yuv ? 1 : 2] - half, ofRed = p[yuv ? 2 : 1] - half;
            const long long red = luma + rounded((yuv ? 18678 : 22987) * ofRed);
            const long long blue = luma + rounded((yuv ? 33292 : 29049) * ofBlue);
            const long long green =
                luma + rounded(yuv ? -6472 * ofBlue - 9519 * ofRed : -5636 * ofBlue - 11698 * ofRed);
            T* q = dst.ptr<T>(y) + x * channels;
            q[0] = cv::saturate_cast<T>(int(rgb ? red : blue));
            q[1] = cv::saturate_cast<T>(int(green));
            q[2] = cv::saturate_cast<T>(int(rgb ? blue : red));
        }
    }
    return dst;
}

}  // namespace

bool isYuv(int code)
{
    return code == cv::COLOR_BGR2YUV || code == cv::COLOR_RGB2YUV || code == cv::COLOR_YUV2BGR ||
           code == cv::COLOR_YUV2RGB;
}

bool isBgr(int code)
{
    return code == cv::COLOR_BGR2YUV || code == cv::COLOR_BGR2YCrCb || code == cv::COLOR_YUV2BGR ||
           code == cv::COLOR_YCrCb2BGR;
}

cv::Mat opencvColours(const cv::Mat& src, int code, int channels)
{
    const bool rgb = !isBgr(code), yuv = isYuv(code);
    return src.depth() == CV_8U ? integerColours<uchar>(src, rgb, yuv, channels)
                                : integerColours<ushort>(src, rgb, yuv, channels);
}

cv::Mat opencvReference(const cv::Mat& src, int code)
{
    const bool rgb = !isBgr(code), yuv = isYuv(code);
    return src.depth() == CV_8U ? integerReference<uchar>(src, rgb, yuv) : integerReference<ushort>(src, rgb, yuv);
}

}  // namespace opencv_test
