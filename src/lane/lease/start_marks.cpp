// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "start_marks.hpp"

namespace cv { namespace cudastripe {

StartMarks::Loan StartMarks::mark()
{
    Loan loan = take();
    device_.record(*loan, device_.defaultStream());
    return loan;
}

StartMarks::Loan StartMarks::take()
{
    {
        std::lock_guard<std::mutex> lock(mutex_);
        if (!free_.empty()) {
            Loan loan(free_.back().release(), GiveBack{this});
            free_.pop_back();
            return loan;
        }
        free_.reserve(++made_);  // so that giving back cannot fail
    }
    return Loan(new OwnedEvent(device_, "start"), GiveBack{this});
}

void StartMarks::reserve(size_t calls)
{
    std::vector<Loan> taken;
    while (taken.size() < calls)
        taken.push_back(take());
}

void StartMarks::giveBack(OwnedEvent* event) noexcept
{
    std::lock_guard<std::mutex> lock(mutex_);
    free_.emplace_back(event);
}

}}  // namespace cv::cudastripe
