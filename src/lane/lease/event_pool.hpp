// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Events of a device that are used again and again.

#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "../../device/handles.hpp"

namespace cv { namespace cudastripe {

//! Lends events, and makes them if none is free. Any number of threads.
class EventPool
{
public:
    struct Return
    {
        EventPool* pool;
        void operator()(OwnedEvent* event) const noexcept { pool->takeBack(event); }
    };
    using Loan = std::unique_ptr<OwnedEvent, Return>;

    EventPool(Device& device, const char* name) : device_(device), name_(name) {}

    Loan lend()
    {
        {
            std::lock_guard<std::mutex> lock(mutex_);
            if (!free_.empty()) {
                Loan loan(free_.back().release(), Return{this});
                free_.pop_back();
                return loan;
            }
            free_.reserve(++made_);  // so that takeBack() cannot fail
        }
        return Loan(new OwnedEvent(device_, name_), Return{this});
    }
    //! Lends an event that is recorded on the stream.
    Loan record(StreamId stream)
    {
        Loan loan = lend();
        device_.record(*loan, stream);
        return loan;
    }
    //! Makes events until `count` of them can be lent at once.
    void reserve(size_t count)
    {
        std::vector<Loan> loans;
        while (loans.size() < count)
            loans.push_back(lend());
    }

private:
    void takeBack(OwnedEvent* event) noexcept
    {
        std::lock_guard<std::mutex> lock(mutex_);
        free_.emplace_back(event);
    }

    Device& device_;
    const char* const name_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<OwnedEvent>> free_;
    size_t made_ = 0;
};

}}  // namespace cv::cudastripe
