// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_CONVERTER_HPP
#define STRIPE_CONVERT_CONVERTER_HPP

#include <functional>

#include "conversion.hpp"

//! The library at work: all conversions on one Striper.
struct Converter
{
    //! @param gpu number of the device; -1: the CPU. @param stripes 0: the library chooses.
    Converter(int gpu, int stripes);

    //! @param source of four channels in the conversion's order and depth, or the YUV image that becomes colours.
    //! @param result without gaps. @param stream none: returns when the result is ready.
    void convert(const Conversion& conversion, const cv::Mat& source, cv::Mat& result,
                 const cv::cudastripe::StreamRef& stream = cv::cudastripe::StreamRef());

    const int device;
    cv::cudastripe::Striper striper;
};

//! Converts frame after frame. On a GPU two are in flight at once, so that the next one is read meanwhile.
class FramePipeline
{
public:
    //! Is given each frame's source and result, in order.
    using Done = std::function<void(const cv::Mat& source, const cv::Mat& result)>;

    FramePipeline(Converter& converter, const Conversion& conversion, Done done)
        : converter_(converter), conversion_(conversion), done_(std::move(done))
    {
    }
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
        HostImage source, result;
    };

    void start(const cv::Mat& source, const cv::Mat& result);
    void deliver();

    Converter& converter_;
    const Conversion& conversion_;
    const Done done_;
    bool started_ = false;
    std::vector<Buffers> buffers_;  // that take turns; none where frames are converted one after the other
    std::unique_ptr<cv::cudastripe::Pipeline> pipeline_;
    size_t added_ = 0, delivered_ = 0;  // to the pipeline, and from it
};

#endif
