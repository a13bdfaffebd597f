// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "code_reference.hpp"

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

namespace {

struct HueCode
{
    int code;
    bool toHls;  // else to colours
    bool ofHls;  // else of HSV
    bool redFirst;
    float circle;
};

const HueCode* hueCode(int code)
{
    static const HueCode all[] = {
        {cv::COLOR_HSV2BGR, false, false, false, 180},      {cv::COLOR_HSV2RGB, false, false, true, 180},
        {cv::COLOR_HSV2BGR_FULL, false, false, false, 255}, {cv::COLOR_HSV2RGB_FULL, false, false, true, 255},
        {cv::COLOR_HLS2BGR, false, true, false, 180},       {cv::COLOR_HLS2RGB, false, true, true, 180},
        {cv::COLOR_HLS2BGR_FULL, false, true, false, 255},  {cv::COLOR_HLS2RGB_FULL, false, true, true, 255},
        {cv::COLOR_BGR2HLS, true, true, false, 180},        {cv::COLOR_RGB2HLS, true, true, true, 180},
        {cv::COLOR_BGR2HLS_FULL, true, true, false, 256},   {cv::COLOR_RGB2HLS_FULL, true, true, true, 256}};
    for (const HueCode& row : all) {
        if (row.code == code)
            return &row;
    }
    return nullptr;
}

// The results of volatile operations are rounded one by one.
float times(float a, float b)
{
    volatile float product = a * b;
    return product;
}

void colorsOfHue(const HueCode& code, const uchar* in, float (&bgr)[3])
{
    const float h = times(in[0], 6.f / code.circle), first = times(in[1], 1.f / 255), second = times(in[2], 1.f / 255);
    const int sector = cvFloor(h);
    const float within = h - float(sector);
    float tab[4];
    if (code.ofHls) {
        const float most = first <= 0.5f ? times(first, 1 + second) : first + second - times(first, second);
        const float least = 2 * first - most;
        tab[0] = most;
        tab[1] = least;
        tab[2] = least + times(most - least, 1 - within);
        tab[3] = least + times(most - least, within);
    } else {
        tab[0] = second;
        tab[1] = times(second, 1 - first);
        tab[2] = times(second, 1 - times(first, within));
        tab[3] = times(second, 1 - times(first, 1 - within));
    }
    static const int which[6][3] = {{1, 3, 0}, {1, 0, 2}, {3, 0, 1}, {0, 2, 1}, {0, 1, 3}, {2, 1, 0}};
    for (int c = 0; c < 3; ++c)
        bgr[c] = times(tab[which[sector % 6][c]], 255);
}

void hlsOfColors(const HueCode& code, const uchar* in, float (&hls)[3])
{
    const float b = times(in[code.redFirst ? 2 : 0], 1.f / 255), g = times(in[1], 1.f / 255),
                r = times(in[code.redFirst ? 0 : 2], 1.f / 255);
    const float most = std::max({r, g, b}), least = std::min({r, g, b}), difference = most - least;
    hls[0] = hls[2] = 0;
    hls[1] = times(times(most + least, 0.5f), 255);
    if (difference <= FLT_EPSILON)
        return;
    hls[2] = times(difference / (times(most + least, 0.5f) < 0.5f ? most + least : 2 - most - least), 255);
    const float quotient = 60 / difference;
    float degrees = most == r   ? times(g - b, quotient)
                    : most == g ? times(b - r, quotient) + 120
                                : times(r - g, quotient) + 240;
    if (degrees < 0)
        degrees += 360;
    hls[0] = times(degrees, code.circle / 360);
}

}  // namespace

bool hasHueReference(int code)
{
    return hueCode(code);
}

cv::Mat hueReference(const cv::Mat& src, int number, int channels)
{
    const HueCode& code = *hueCode(number);
    cv::Mat dst(src.size(), CV_8UC(channels), cv::Scalar::all(255));
    for (int y = 0; y < src.rows; ++y) {
        for (int x = 0; x < src.cols; ++x) {
            const uchar* const in = src.ptr(y) + x * src.channels();
            uchar* const out = dst.ptr(y) + x * channels;
            float values[3];
            if (code.toHls)
                hlsOfColors(code, in, values);
            else
                colorsOfHue(code, in, values);
            for (int c = 0; c < 3; ++c)
                out[!code.toHls && code.redFirst ? 2 - c : c] = cv::saturate_cast<uchar>(values[c]);
        }
    }
    return dst;
}

}  // namespace opencv_test
