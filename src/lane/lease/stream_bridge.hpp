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
    StreamBridge(Device& device, StreamId caller) : device_(device), caller_(caller), stream_(device, "bridge")
    {
        device_.order(stream_, caller_);
    }
    StreamId stream() const { return stream_; }
    //! Orders the caller's stream behind it.
    void join() { device_.order(caller_, stream_); }

private:
    Device& device_;
    const StreamId caller_;
    const OwnedStream stream_;
};

}}  // namespace cv::cudastripe
