// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "converter.hpp"

using namespace cv::cudastripe;

constexpr size_t kSets = 2;

Converter::Converter(int gpu, int stripes) : device(gpu), striper(paramsFor(gpu, stripes)) {}

void Converter::convert(const Conversion& conversion, const cv::Mat& source, cv::Mat& result, const StreamRef& stream)
{
    if (conversion.toColours) {
        cv::cudastripe::FromYuvParams params;
        params.order = conversion.order;
        params.depth = conversion.colourDepth();
        cvtFromYuv(source, result, *conversion.format, params, stream, striper);
    } else if (conversion.format) {
        cvtToYuv(source, result, *conversion.format, conversion.order, stream, striper);
    } else {
        cv::cudastripe::cvtColor(source, result, conversion.cvtCode, stream, striper);
    }
}

FramePipeline::~FramePipeline()
{
    try {
        if (pipeline_)
            pipeline_->wait();
    } catch (const cv::Exception&) {
        return;  // the device has failed, and no longer uses the buffers
    }
}

void FramePipeline::add(const cv::Mat& source)
{
    if (!pipeline_) {
        cv::Mat result;
        converter_.convert(conversion_, source, result);
        done_(source, result);
        start(source, result);
        return;
    }
    if (added_ - delivered_ == kSets) {
        pipeline_->wait(kSets - 1);
        deliver();
    }
    const Buffers& buffers = buffers_[added_ % kSets];
    source.copyTo(buffers.source.image());
    cv::Mat result = buffers.result.image();
    converter_.convert(conversion_, buffers.source.image(), result, *pipeline_);
    ++added_;
}

// Makes the pipeline after the first frame, if there is a GPU with memory for it.
void FramePipeline::start(const cv::Mat& source, const cv::Mat& result)
{
    if (started_ || converter_.device < 0)
        return;
    started_ = true;
    try {
        for (size_t i = 0; i < kSets; ++i) {
            buffers_.push_back({HostImage(source.size(), source.type(), converter_.device),
                                HostImage(result.size(), result.type(), converter_.device)});
        }
    } catch (const UserError&) {
        return;  // frames are converted one after the other, which is slower
    }
    pipeline_ = std::make_unique<Pipeline>(StreamHandle(nullptr), converter_.striper);
}

void FramePipeline::finish()
{
    if (pipeline_)
        pipeline_->wait();
    while (delivered_ < added_)
        deliver();
}

void FramePipeline::deliver()
{
    const Buffers& buffers = buffers_[delivered_++ % kSets];
    done_(buffers.source.image(), buffers.result.image());
}
