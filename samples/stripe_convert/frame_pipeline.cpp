// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "frame_pipeline.hpp"

#include "../common/user_error.hpp"

namespace {

constexpr size_t kSets = 2;

}  // namespace

FramePipeline::~FramePipeline()
{
    try {
        if (pipeline_)
            pipeline_->wait();
    } catch (const cv::Exception&) {
        return;  // a device that does not answer uses nothing any more
    }
}

void FramePipeline::add(const cv::Mat& source)
{
    if (!pipeline_) {
        cv::Mat result;
        converter_.convert(source, result);
        done_(source, result);
        start(source, result);
        return;
    }
    if (added_ - delivered_ == kSets) {
        pipeline_->wait(kSets - 1);
        deliver(delivered_);
    }
    const Buffers& buffers = buffers_[added_ % kSets];
    source.copyTo(buffers.source.image());
    cv::Mat result = buffers.result.image();
    converter_.convert(buffers.source.image(), result, *pipeline_);
    ++added_;
}

// From the second frame on, if there is a GPU with memory for it.
void FramePipeline::start(const cv::Mat& source, const cv::Mat& result)
{
    if (asked_ || converter_.device() < 0)
        return;
    asked_ = true;
    try {
        for (size_t i = 0; i < kSets; ++i) {
            buffers_.push_back({FrameBuffer::pageLocked(source.size(), source.type(), converter_.device()),
                                FrameBuffer::pageLocked(result.size(), result.type(), converter_.device())});
        }
    } catch (const UserError&) {
        return;  // one frame after the other takes longer, but works
    }
    pipeline_ = converter_.pipeline();
}

void FramePipeline::finish()
{
    if (!pipeline_)
        return;
    pipeline_->wait();
    while (delivered_ < added_)
        deliver(delivered_);
}

void FramePipeline::deliver(size_t frame)
{
    const Buffers& buffers = buffers_[frame % kSets];
    done_(buffers.source.image(), buffers.result.image());
    ++delivered_;
}
