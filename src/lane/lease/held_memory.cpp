// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Memory of calls that have returned, which a device still uses.

#include "held_memory.hpp"

#include "../../device/wait_for.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int kReleasesOfACall = 2;  // more than a call adds

}  // namespace

HeldMemory::~HeldMemory()
{
    try {
        for (const Entry& entry : entries_) {
            if (device_.alive() && !device_.wasReset())
                waitFor(device_, *entry.passed);
        }
    } catch (const cv::Exception&) {
        return;  // a dead context uses no memory
    }
}

void HeldMemory::hold(std::shared_ptr<void> owner, StreamId stream)
{
    EventPool::Loan passed = events_.record(stream);
    {
        std::lock_guard<std::mutex> lock(mutex_);
        entries_.push_back({std::move(passed), std::move(owner)});
    }
    for (int i = 0; i < kReleasesOfACall; ++i)
        releaseOldest();
}

// Polls the event and frees memory without the lock. An entry whose event has not passed goes to the end, since other
// streams may be done with theirs.
void HeldMemory::releaseOldest()
{
    Entry oldest;
    {
        std::lock_guard<std::mutex> lock(mutex_);
        if (entries_.empty())
            return;
        oldest = std::move(entries_.front());
        entries_.pop_front();
    }
    bool passed = false;
    try {
        passed = device_.passed(*oldest.passed);
    } catch (const cv::Exception&) {
        // The call's own wait will report it.
    }
    if (passed)
        return;
    std::lock_guard<std::mutex> lock(mutex_);
    entries_.push_back(std::move(oldest));
}

}}  // namespace cv::cudastripe
