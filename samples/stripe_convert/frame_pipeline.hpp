// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_FRAME_PIPELINE_HPP
#define STRIPE_CONVERT_FRAME_PIPELINE_HPP

#include <functional>
#include <memory>
#include <vector>

#include "../common/frame_buffer.hpp"
#include "converter.hpp"

//! Converts frame after frame. On a GPU two are on their way at once, so that the next one is read meanwhile.
class FramePipeline
{
public:
    //! Is given each frame's source and result, in order.
    using Done = std::function<void(const cv::Mat& source, const cv::Mat& result)>;

    FramePipeline(const Converter& converter, Done done) : converter_(converter), done_(std::move(done)) {}

    //! Waits until the device is done with the buffers, also after a failure.
    ~FramePipeline();
    FramePipeline(const FramePipeline&) = delete;
    FramePipeline& operator=(const FramePipeline&) = delete;

    //! Converts the source, which may be changed once this has returned.
    void add(const cv::Mat& source);
    //! Waits for the frames that are on their way.
    void finish();

private:
    struct Buffers
    {
        FrameBuffer source, result;
    };

    void start(const cv::Mat& source, const cv::Mat& result);
    void deliver(size_t frame);

    const Converter& converter_;
    const Done done_;
    bool asked_ = false;
    std::vector<Buffers> buffers_;  // that take turns; none where frames are converted one after the other
    std::unique_ptr<cv::cudastripe::Pipeline> pipeline_;
    size_t added_ = 0, delivered_ = 0;  // to the pipeline, and from it
};

#endif
