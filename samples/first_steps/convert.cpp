// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Converts an image: as cv::cvtColor does it, and to a format that OpenCV has no code for.

#include <opencv2/cudastripe.hpp>
#include <opencv2/imgproc.hpp>

// Not `using namespace`: cvtColor(a, b, code) would then be ambiguous, because the arguments of type cv::Mat also bring
// in cv::cvtColor.
namespace stripe = cv::cudastripe;

int main()
{
    cv::Mat bgra(480, 640, CV_8UC4);
    cv::randu(bgra, 0, 256);

    //! [convert]
    cv::Mat yuv, nv12;
    stripe::cvtColor(bgra, yuv, cv::COLOR_BGR2YUV);         // returns when yuv is ready
    stripe::cvtToYuv(bgra, nv12, stripe::YuvFormat::hd());  // NV12, BT.709, limited range
    stripe::cvtToYuv(bgra, nv12, stripe::YuvFormat::fromName("nv12:bt601:full"));
    //! [convert]

    cv::Mat expected;
    cv::cvtColor(bgra, expected, cv::COLOR_BGR2YUV);
    const bool equal = cv::norm(yuv, expected, cv::NORM_INF) == 0;
    return equal && nv12.size() == cv::Size(640, 480 * 3 / 2) ? 0 : 1;
}
