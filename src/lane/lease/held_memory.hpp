// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "../../device/handles.hpp"

namespace cv { namespace cudastripe {

/** @brief Keeps the memory of calls that have returned allocated until the device is done with it. Any number of
threads; none waits for another's calls of the driver.

Whoever holds something looks whether the oldest can go. So at the end some stay until the next call, or to the end of
the Striper. */
class HeldMemory
{
public:
    explicit HeldMemory(Device& device) : device_(device) {}
    //! Waits until the device is done with all of it.
    ~HeldMemory();

    //! Holds what the owner keeps allocated until all that is on the stream now is complete.
    void hold(std::shared_ptr<void> owner, StreamId stream);
    //! So many calls in flight need not make anything.
    void reserve(size_t calls);

private:
    struct Entry
    {
        std::unique_ptr<OwnedEvent> passed;
        std::shared_ptr<void> owner;
    };

    std::unique_ptr<OwnedEvent> takeEvent();
    void releaseOldest();

    Device& device_;
    std::mutex mutex_;
    std::deque<Entry> entries_;
    std::vector<std::unique_ptr<OwnedEvent>> spare_;
};

}}  // namespace cv::cudastripe
