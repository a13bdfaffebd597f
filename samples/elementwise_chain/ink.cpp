// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "ink.hpp"

#include <algorithm>
#include <opencv2/imgproc.hpp>

using cv::Scalar;
using cv::cudastripe::Chain;
using cv::cudastripe::secondImage;

namespace ink {

cv::Mat blurred(const cv::Mat& picture)
{
    cv::Mat result;
    cv::GaussianBlur(picture, result, cv::Size(), std::max(1., picture.cols / 100.));
    return result;
}

Chain chain()
{
    return Chain()
        .subtract(secondImage)
        .multiply(Scalar::all(inkStrength))
        .threshold(leastInk, 255, cv::THRESH_TOZERO)
        .bitwiseNot()
        .multiply(secondImage, brightness);
}

Chain firstStep()
{
    return Chain().subtract(secondImage);
}

void byOpenCv(const cv::Mat& blurred, const cv::Mat& picture, cv::Mat& drawing)
{
    cv::subtract(blurred, picture, drawing);
    cv::multiply(drawing, Scalar::all(inkStrength), drawing);
    cv::threshold(drawing, drawing, leastInk, 255, cv::THRESH_TOZERO);
    cv::bitwise_not(drawing, drawing);
    cv::multiply(drawing, picture, drawing, brightness);
}

}  // namespace ink
