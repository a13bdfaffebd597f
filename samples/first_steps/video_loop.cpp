// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Converts frame after frame, two at once if they are page-locked. Frames come from a loop, as from a decoder.

#include <opencv2/cudastripe.hpp>

namespace stripe = cv::cudastripe;

int main()
{
    const cv::Size size(640, 480);
    const stripe::YuvFormat nv12 = stripe::YuvFormat::hd();
    //! [pipeline]
    // Two sets of buffers that take turns. In page-locked memory the copies of one frame overlap the kernels of the
    // other. Without a GPU each call returns when its frame is ready.
    cv::Mat source[] = {stripe::pinned(size, CV_8UC4), stripe::pinned(size, CV_8UC4)};
    cv::Mat result[] = {stripe::pinned(nv12.imageSize(size), CV_8U), stripe::pinned(nv12.imageSize(size), CV_8U)};
    stripe::Pipeline pipeline{stripe::StreamHandle(nullptr)};  // or a cv::cuda::Stream, or a cudaStream_t
    //! [pipeline]

    const int frames = 10;
    int right = 0;
    const auto consume = [&](int frame) {
        const int luma = result[frame % 2].at<uchar>(0, 0);  // of grey: 16 to 235
        right += std::abs(luma - cvRound(16 + frame * 20 * 219 / 255.)) <= 1;
    };
    //! [loop]
    for (int frame = 0; frame < frames; ++frame) {
        if (frame >= 2) {
            pipeline.wait(1);  // the frame before the last one has ended: its buffers are free
            consume(frame - 2);
        }
        source[frame % 2].setTo(cv::Scalar::all(frame * 20));
        stripe::cvtToYuv(source[frame % 2], result[frame % 2], nv12, pipeline);
    }
    pipeline.wait();
    consume(frames - 2);
    consume(frames - 1);
    //! [loop]
    return right == frames ? 0 : 1;
}
