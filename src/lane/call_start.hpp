// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_CALL_START_HPP
#define OPENCV_CUDASTRIPE_CALL_START_HPP

#include <optional>
#include <vector>

#include "device_entry.hpp"

namespace cv { namespace cudastripe {

//! Where a call without a stream begins, in the default stream of a device.
struct StartMark
{
    const DeviceEntry* entry;
    EventId event;
};

//! The same for all devices of a call.
class CallStart
{
public:
    //! `known` is the mark of one of them, if there is one already.
    explicit CallStart(const std::optional<StartMark>& known) : known_(known) {}

    //! True if it was marked before the call was known to need it.
    bool marked(const DeviceEntry& entry) const { return known_ && known_->entry == &entry; }

    EventId of(DeviceEntry& entry)
    {
        if (marked(entry))
            return known_->event;
        own_.push_back(entry.starts.mark());
        return *own_.back();
    }

private:
    const std::optional<StartMark> known_;
    std::vector<StartMarks::Loan> own_;
};

}}  // namespace cv::cudastripe

#endif
