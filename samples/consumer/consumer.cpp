// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include <opencv2/cudastripe.hpp>
#include <opencv2/imgcodecs.hpp>

int main(int argc, char** argv)
{
    const cv::Mat bgr = argc > 1 ? cv::imread(argv[1]) : cv::Mat(480, 640, CV_8UC3, cv::Scalar(255, 0, 0));
    cv::Mat yuv;
    cv::cudastripe::cvtColor(bgr, yuv, cv::COLOR_BGR2YUV);
    return cv::imwrite("yuv.png", yuv) ? 0 : 1;
}
