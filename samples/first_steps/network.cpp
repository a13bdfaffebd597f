// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Makes the input of a network from frames of any size, and from boxes of a decoder's frame.

#include <opencv2/cudastripe.hpp>
#include <opencv2/imgproc.hpp>

namespace stripe = cv::cudastripe;

int main()
{
    std::vector<cv::Mat> frames = {cv::Mat(720, 1280, CV_8UC3), cv::Mat(480, 640, CV_8UC3)};
    for (cv::Mat& frame : frames)
        cv::randu(frame, 0, 256);

    //! [network]
    const auto input = stripe::NetworkInput::ultralytics(640);   // what the network takes
    cv::Mat tensor;                                              // becomes 2 x 3 x 640 x 640
    const auto maps = stripe::toNetwork(frames, tensor, input);  // where each frame lies in its picture
    const cv::Rect2d inPicture(100, 190, 20, 30);                // what the network found
    const cv::Rect2d inFrame = maps[0].mapBack(inPicture);
    //! [network]

    //! [boxes]
    cv::Mat nv12(720 * 3 / 2, 1280, CV_8UC1, cv::Scalar(128)), crops;
    const std::vector<stripe::NetworkBox> boxes = {{inFrame}, {cv::Rect2d(0, 0, 300, 300)}};
    stripe::toNetwork(nv12, boxes, crops, stripe::NetworkInput::clip().fromYuv(stripe::YuvFormat::hd()));
    //! [boxes]

    cv::Mat small, red;  // the first frame by hand
    cv::resize(frames[0], small, cv::Size(640, 360));
    cv::extractChannel(small, red, 2);
    red.convertTo(red, CV_32F, 1 / 255.);
    const cv::Mat first = stripe::tensorImage(tensor, 0).rowRange(140, 500);
    // On ARM OpenCV's own INTER_LINEAR has other bytes.
    return inFrame == cv::Rect2d(200, 100, 40, 60) && cv::norm(first, red, cv::NORM_INF) < 0.01 && crops.size[0] == 2
               ? 0
               : 1;
}
