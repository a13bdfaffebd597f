// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Applies several of OpenCV's operators in one pass over the image: nothing is compiled, nothing is stored in between.

#include <opencv2/cudastripe.hpp>
#include <opencv2/imgproc.hpp>

namespace stripe = cv::cudastripe;

int main()
{
    cv::Mat before(480, 640, CV_8UC3), after(480, 640, CV_8UC3);
    cv::randu(before, 0, 256);
    cv::randu(after, 0, 256);

    cv::Mat moved;  // white where a channel differs by more than 20
    stripe::transform(before, after, moved,
                      stripe::Chain().absdiff(stripe::secondImage).threshold(20, 255, cv::THRESH_BINARY));

    cv::Mat input;  // as networks take it
    const cv::Scalar mean(0.406, 0.456, 0.485), deviation(0.225, 0.224, 0.229);
    stripe::transform(before, input, stripe::Chain().convertTo(CV_32F, 1 / 255.).subtract(mean).divide(deviation));

    cv::Mat expected;
    cv::absdiff(before, after, expected);
    cv::threshold(expected, expected, 20, 255, cv::THRESH_BINARY);
    return cv::norm(moved, expected, cv::NORM_INF) == 0 && input.type() == CV_32FC3 ? 0 : 1;
}
