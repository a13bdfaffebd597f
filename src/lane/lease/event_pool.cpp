// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Events of a device that are used again and again.

#include "event_pool.hpp"

namespace cv { namespace cudastripe {

EventPool::Loan EventPool::record(StreamId stream)
{
    Loan loan = lend();
    device_.record(*loan, stream);
    return loan;
}

EventPool::Loan EventPool::lend()
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

void EventPool::reserve(size_t count)
{
    std::vector<Loan> loans;
    while (loans.size() < count)
        loans.push_back(lend());
}

void EventPool::takeBack(OwnedEvent* event) noexcept
{
    std::lock_guard<std::mutex> lock(mutex_);
    free_.emplace_back(event);
}

}}  // namespace cv::cudastripe
