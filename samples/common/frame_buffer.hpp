// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef SAMPLES_FRAME_BUFFER_HPP
#define SAMPLES_FRAME_BUFFER_HPP

#include <memory>
#include <opencv2/core.hpp>

//! Host memory for an image. cv::cuda::HostMem would be page-locked, too, but only where OpenCV itself was built with
//! CUDA.
class FrameBuffer
{
public:
    //! @throws UserError if there is no page-locked memory to be had: a timeline in pageable memory is another one.
    static FrameBuffer pageLocked(cv::Size size, int type, int device);
    static FrameBuffer pageable(cv::Size size, int type);

    const cv::Mat& image() const { return image_; }

private:
    using Memory = std::unique_ptr<void, void (*)(void*)>;

    FrameBuffer(cv::Size size, int type, Memory memory);

    Memory memory_;
    cv::Mat image_;
};

#endif
