// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../../../src/device/simulated/simulated_device.hpp"

namespace opencv_test {

//! Keeps downloads from running until it is opened, if it is told to; else it opens when its default stream is marked.
class DownloadsBlocked : public cv::cudastripe::SimulatedDevice
{
public:
    DownloadsBlocked(const cv::cudastripe::SimulatedDeviceParams& params, bool blocks)
        : SimulatedDevice(params), blocks_(blocks)
    {
    }
    cv::cudastripe::StreamId createStream(const char* name) override
    {
        const cv::cudastripe::StreamId stream = SimulatedDevice::createStream(name);
        if (blocks_ && name == cv::String("down"))
            block(stream);
        return stream;
    }
    void record(cv::cudastripe::EventId event, cv::cudastripe::StreamId stream) override
    {
        if (!blocks_ && stream.get() == defaultStream().get())
            open();
        SimulatedDevice::record(event, stream);
    }

private:
    const bool blocks_;
};

}  // namespace opencv_test
