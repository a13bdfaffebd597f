// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_CALL_START_HPP
#define OPENCV_CUDASTRIPE_CALL_START_HPP

#include <optional>
#include <vector>

#include "device_entry.hpp"

namespace cv { namespace cudastripe {

//! Where a call without a stream begins, in the default streams of its devices.
class CallStart
{
public:
    //! Marks it for a stream of the device, which waits for that at no cost.
    EventId mark(DeviceEntry& entry)
    {
        own_.push_back(entry.starts.mark());
        return *own_.back();
    }

    //! What is left there to wait for. Mostly that is nothing, which one question tells; a mark takes two.
    std::optional<EventId> pending(DeviceEntry& entry)
    {
        Device& device = *entry.device;
        return device.idle(device.defaultStream()) ? std::nullopt : std::optional<EventId>(mark(entry));
    }

private:
    std::vector<StartMarks::Loan> own_;
};

}}  // namespace cv::cudastripe

#endif
