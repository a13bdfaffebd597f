// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Memory of calls that have returned, which a device still uses.

#pragma once

#include <deque>

#include "event_pool.hpp"

namespace cv { namespace cudastripe {

/** @brief Keeps memory allocated until the device is done with it. Any number of threads.

Each hold() asks whether the oldest entries have passed, so the last ones stay until the next call or the destructor. */
class CV_EXPORTS HeldMemory
{
public:
    explicit HeldMemory(Device& device) : device_(device), events_(device, "held") {}
    //! Waits until the device is done with all of it.
    ~HeldMemory();

    //! Keeps the owner until all work that is on the stream now is complete.
    void hold(std::shared_ptr<void> owner, StreamId stream);
    //! Makes the events that `calls` calls in flight need.
    void reserve(size_t calls) { events_.reserve(calls); }

private:
    struct Entry
    {
        EventPool::Loan passed;
        std::shared_ptr<void> owner;
    };

    void releaseOldest();

    Device& device_;
    EventPool events_;
    std::mutex mutex_;
    std::deque<Entry> entries_;
};

}}  // namespace cv::cudastripe
