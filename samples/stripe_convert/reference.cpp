// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "reference.hpp"

#include <cstring>
#include <opencv2/imgproc.hpp>

namespace {

// Right shifts of negative numbers round down here, as the formula asks.
cv::Mat tutorialResult(const cv::Mat& bgra)
{
    cv::Mat yuv(bgra.size(), CV_8UC3);
    for (int row = 0; row < bgra.rows; ++row) {
        const cv::Vec4b* from = bgra.ptr<cv::Vec4b>(row);
        cv::Vec3b* to = yuv.ptr<cv::Vec3b>(row);
        for (int column = 0; column < bgra.cols; ++column) {
            const int b = from[column][0], g = from[column][1], r = from[column][2];
            to[column][0] = uchar(((66 * r + 129 * g + 25 * b) >> 8) + 16);
            to[column][1] = uchar(((-38 * r - 74 * g + 112 * b) >> 8) + 128);
            to[column][2] = uchar(((112 * r - 94 * g - 18 * b) >> 8) + 128);
        }
    }
    return yuv;
}

}  // namespace

cv::Mat referenceResult(const cv::Mat& source, const Conversion& conversion)
{
    if (conversion.cvtCode == noCvtCode)
        return tutorialResult(source);
    cv::Mat result;
    cv::cvtColor(source, result, conversion.cvtCode);
    return result;
}

size_t countDifferingBytes(const cv::Mat& result, const cv::Mat& reference)
{
    const size_t rowBytes = reference.cols * reference.elemSize();
    if (result.size() != reference.size() || result.type() != reference.type())
        return reference.rows * rowBytes;
    size_t count = 0;
    for (int row = 0; row < reference.rows; ++row) {
        const uchar* left = result.ptr(row);
        const uchar* right = reference.ptr(row);
        if (std::memcmp(left, right, rowBytes) == 0)
            continue;
        for (size_t i = 0; i < rowBytes; ++i)
            count += left[i] != right[i];
    }
    return count;
}
