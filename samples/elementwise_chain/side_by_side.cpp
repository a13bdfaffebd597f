// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "side_by_side.hpp"

#include <algorithm>
#include <opencv2/imgproc.hpp>

namespace {

const cv::Size largest(1600, 1200);

cv::Mat scaledDown(const cv::Mat& picture)
{
    const double scale = std::min({1., double(largest.width) / picture.cols, double(largest.height) / picture.rows});
    if (scale == 1)
        return picture;
    const cv::Size size(std::max(1, cvRound(picture.cols * scale)), std::max(1, cvRound(picture.rows * scale)));
    cv::Mat result;
    cv::resize(picture, result, size, 0, 0, cv::INTER_AREA);
    return result;
}

}  // namespace

cv::Mat sideBySide(const cv::Mat& left, const cv::Mat& right)
{
    cv::Mat both;
    cv::hconcat(scaledDown(left), scaledDown(right), both);
    return both;
}
