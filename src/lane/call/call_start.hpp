// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <optional>
#include <vector>

#include "../../device/pause.hpp"
#include "../lease/device_entry.hpp"

namespace cv { namespace cudastripe {

//! Where a call without a stream begins, in the default streams of its devices.
class CallStart
{
public:
    //! Pageable memory alone is the caller's to order, as for any function of the CPU: then nothing is pending.
    explicit CallStart(bool ordered) : ordered_(ordered) {}

    //! What is left there to wait for; none if the default stream is idle, which it soon is if a call before has just
    //! ended. Only what takes long is marked: for a mark every blocking stream of the process waits.
    std::optional<EventId> pending(DeviceEntry& entry)
    {
        if (!ordered_)
            return std::nullopt;
        Device& device = *entry.device;
        Pause pause(device.waitsAsleep());
        for (int looks = 0; looks < kMostDefaultStreamQueries; ++looks, pause.pass()) {
            if (device.idle(device.defaultStream()))
                return std::nullopt;
        }
        own_.push_back(entry.starts.mark());
        return *own_.back();
    }

private:
    const bool ordered_;
    std::vector<StartMarks::Loan> own_;
};

}}  // namespace cv::cudastripe
