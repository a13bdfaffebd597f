// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Converts a decoder's frame to colours: NV12 in one image, and luma and chroma in two with steps of their own.

#include <opencv2/cudastripe.hpp>
#include <opencv2/imgproc.hpp>

namespace stripe = cv::cudastripe;

int main()
{
    cv::Mat nv12(480 * 3 / 2, 640, CV_8UC1);
    cv::randu(nv12, 0, 256);

    cv::Mat bgr, rgba, expected;
    stripe::cvtColor(nv12, bgr, cv::COLOR_YUV2BGR_NV12);     // the bytes of cv::cvtColor
    stripe::cvtFromYuv(nv12, rgba, stripe::YuvFormat::hd(),  // BT.709, limited: what most video is
                       stripe::ChannelOrder::RGB, 4);
    cv::cvtColor(nv12, expected, cv::COLOR_YUV2BGR_NV12);
    if (cv::norm(bgr, expected, cv::NORM_INF) != 0 || rgba.type() != CV_8UC4)
        return 1;

    cv::Mat real;  // 0 to 1 for a network, in one pass: only the NV12 is uploaded
    stripe::transform(nv12, real, stripe::Chain::fromYuv(stripe::YuvFormat::hd()).convertTo(CV_32F, 1 / 255.));

    // Decoders align rows and the beginning of chroma. Planes are headers over that memory, and nothing is copied.
    const int step = 768, chromaAt = 512 * step;
    std::vector<uchar> frame(chromaAt + 240 * step, 128);
    const std::vector<cv::Mat> planes = {cv::Mat(480, 640, CV_8UC1, frame.data(), step),
                                         cv::Mat(240, 320, CV_8UC2, frame.data() + chromaAt, step)};
    stripe::cvtFromYuv(planes, bgr, stripe::YuvFormat::hd());
    return bgr.at<cv::Vec3b>(479, 639) == cv::Vec3b(130, 130, 130) && real.type() == CV_32FC3 ? 0 : 1;
}
