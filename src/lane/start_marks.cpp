// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "start_marks.hpp"

namespace cv { namespace cudastripe {

StartMarks::Loan StartMarks::mark()
{
    Loan loan(nullptr, GiveBack{this});
    {
        std::lock_guard<std::mutex> lock(mutex_);
        provide(1);
        loan.reset(free_.back().release());
        free_.pop_back();
    }
    device_.record(*loan, device_.defaultStream());
    return loan;
}

void StartMarks::reserve(size_t calls)
{
    std::lock_guard<std::mutex> lock(mutex_);
    provide(calls);
}

void StartMarks::provide(size_t count)
{
    while (free_.size() < count) {
        free_.reserve(++made_);  // so that giving back cannot fail
        free_.push_back(std::make_unique<OwnedEvent>(device_, "start"));
    }
}

void StartMarks::giveBack(OwnedEvent* event) noexcept
{
    std::lock_guard<std::mutex> lock(mutex_);
    free_.emplace_back(event);
}

}}  // namespace cv::cudastripe
