// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "ink.hpp"

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <opencv2/opencv_modules.hpp>

#ifdef HAVE_OPENCV_CUDAARITHM
#include <memory>
#include <opencv2/cudaarithm.hpp>
#endif

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

#ifdef HAVE_OPENCV_CUDAARITHM
namespace {

struct DeviceSide
{
    cv::cuda::GpuMat blurred, picture, drawing;
    cv::cuda::Stream stream;
};

void draw(DeviceSide& on)
{
    cv::cuda::subtract(on.blurred, on.picture, on.drawing, cv::noArray(), -1, on.stream);
    cv::cuda::multiply(on.drawing, cv::Scalar::all(ink::inkStrength), on.drawing, 1, -1, on.stream);
    cv::cuda::threshold(on.drawing, on.drawing, ink::leastInk, 255, cv::THRESH_TOZERO, on.stream);
    cv::cuda::bitwise_not(on.drawing, on.drawing, cv::noArray(), on.stream);
    cv::cuda::multiply(on.drawing, on.picture, on.drawing, ink::brightness, -1, on.stream);
}

}  // namespace

std::function<void(const cv::Mat&, const cv::Mat&, cv::Mat&)> ink::byOpenCvCuda(int device)
{
    cv::cuda::setDevice(device);
    const auto on = std::make_shared<DeviceSide>();
    return [on](const cv::Mat& blurred, const cv::Mat& picture, cv::Mat& drawing) {
        on->blurred.upload(blurred, on->stream);
        on->picture.upload(picture, on->stream);
        draw(*on);
        on->drawing.download(drawing, on->stream);
        on->stream.waitForCompletion();
    };
}

#else

std::function<void(const cv::Mat&, const cv::Mat&, cv::Mat&)> ink::byOpenCvCuda(int)
{
    return {};
}

#endif
