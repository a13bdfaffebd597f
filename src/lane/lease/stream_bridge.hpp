// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../../device/handles.hpp"

namespace cv { namespace cudastripe {

//! Replaces, for one call, a caller's stream that belongs to another context. Kernels and events of ours cannot go
//! there, but that stream can wait for our events.
class StreamBridge
{
public:
    //! Comes after what is on the caller's stream now.
    StreamBridge(Device& device, StreamId caller)
        : device_(device), caller_(caller), stream_(device, "bridge"), end_(device, "bridge ended")
    {
        device_.orderBehindOther(stream_, caller_);
    }
    StreamId stream() const { return stream_; }
    //! Orders the caller's stream behind it.
    void join()
    {
        device_.record(end_, stream_);
        device_.orderOtherBehind(caller_, end_);
    }

private:
    Device& device_;
    const StreamId caller_;
    const OwnedStream stream_;
    const OwnedEvent end_;
};

}}  // namespace cv::cudastripe
