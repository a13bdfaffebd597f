// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <memory>
#include <vector>

#include "frame_size.hpp"
#include "lazy.hpp"
#include "opencv2/core/cuda.hpp"

namespace bench {

//! Source and destination lie behind one another in one allocation.
struct DeviceFrame
{
    cv::cuda::GpuMat in;
    cv::cuda::GpuMat out;

    cv::Mat downloadedIn() const;
    cv::Mat downloadedOut() const;
};

//! Frames in device memory that take turns, so that their data comes from memory and not from the L2 cache.
class DeviceFrames
{
public:
    explicit DeviceFrames(const FrameSize& size);

    //! The frame that was used longest ago.
    const DeviceFrame& next();

private:
    std::vector<std::shared_ptr<uchar>> memory_;
    std::vector<DeviceFrame> frames_;
    size_t next_ = 0;
};

inline SharedLazy<DeviceFrames> lazyDeviceFrames(const FrameSize& size)
{
    return std::make_shared<Lazy<DeviceFrames>>([=] { return std::make_unique<DeviceFrames>(size); });
}

}  // namespace bench
