// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Converts frame after frame, two at once if they are page-locked. Frames come from a loop, as from a decoder.

#include <opencv2/cudastripe.hpp>
#include <optional>

namespace stripe = cv::cudastripe;

int main()
{
    const cv::Size size(640, 480);
    const stripe::YuvFormat nv12 = stripe::YuvFormat::hd();
    //! [pipeline]
    // Two sets of buffers that take turns. With page-locked memory (cv::cuda::HostMem, or a cv::Mat header over
    // cudaHostAlloc) the copies of one frame overlap the kernels of the other.
    cv::Mat source[2], result[2];
    std::optional<stripe::Pipeline> pipeline;  // without a GPU each call returns when its frame is ready
    if (!stripe::Striper::getDefault().devices().empty())
        pipeline.emplace(stripe::StreamHandle(nullptr));  // or a cv::cuda::Stream, or a cudaStream_t
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
            if (pipeline)
                pipeline->wait(1);  // the frame before the last one has ended: its buffers are free
            consume(frame - 2);
        }
        source[frame % 2].create(size, CV_8UC4);
        source[frame % 2].setTo(cv::Scalar::all(frame * 20));
        const stripe::StreamRef stream = pipeline ? stripe::StreamRef(*pipeline) : stripe::StreamRef();
        stripe::cvtToYuv(source[frame % 2], result[frame % 2], nv12, stripe::ChannelOrder::BGR, stream);
    }
    if (pipeline)
        pipeline->wait();
    consume(frames - 2);
    consume(frames - 1);
    //! [loop]
    return right == frames ? 0 : 1;
}
