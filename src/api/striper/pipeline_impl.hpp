// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The state of a Pipeline.

#pragma once

#include <atomic>
#include <deque>

#include "../../lane/frame_footprint.hpp"
#include "opencv2/cudastripe/streams.hpp"
#include "striper_impl.hpp"

namespace cv { namespace cudastripe {

class Pipeline::Impl
{
public:
    Impl(const StreamRef& stream, Striper& striper);

    void* stream() const { return stream_; }
    //! Runs a frame; throws if the given Striper is neither the pipeline's nor the default one.
    void run(const Operation& operation, const StreamRef& stream, const Striper::Impl& given);
    void wait(int framesInFlight);

private:
    const std::shared_ptr<Striper::Impl> striper_;
    void* const stream_;
    std::shared_ptr<DeviceEntry> entry_;  // null without a device: calls return with their results
    std::uint64_t identity_ = 0;          // of the stream, since another stream may get its handle later
    FrameFootprint last_;
    std::deque<EventPool::Loan> ended_;  // of frames in flight
    std::atomic<bool> running_{false};
};

}}  // namespace cv::cudastripe
