// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "held_memory.hpp"

#include "../wait_for.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int kLooks = 2;  // a call: more than one call adds

}  // namespace

HeldMemory::~HeldMemory()
{
    try {
        for (const Entry& entry : entries_) {
            if (device_.alive() && !device_.wasReset())
                waitFor(device_, *entry.passed);
        }
    } catch (const cv::Exception&) {
        return;  // a context that is dead touches nothing any more
    }
}

void HeldMemory::hold(std::shared_ptr<void> owner, StreamId stream)
{
    std::unique_ptr<OwnedEvent> passed = takeEvent();
    device_.record(*passed, stream);
    {
        std::lock_guard<std::mutex> lock(mutex_);
        entries_.push_back({std::move(passed), std::move(owner)});
    }
    for (int i = 0; i < kLooks; ++i)
        releaseOldest();
}

std::unique_ptr<OwnedEvent> HeldMemory::takeEvent()
{
    {
        std::lock_guard<std::mutex> lock(mutex_);
        if (!spare_.empty()) {
            std::unique_ptr<OwnedEvent> event = std::move(spare_.back());
            spare_.pop_back();
            return event;
        }
    }
    return std::make_unique<OwnedEvent>(device_, "held");
}

void HeldMemory::reserve(size_t calls)
{
    std::vector<std::unique_ptr<OwnedEvent>> taken;
    while (taken.size() < calls)
        taken.push_back(takeEvent());
    std::lock_guard<std::mutex> lock(mutex_);
    for (auto& event : taken)
        spare_.push_back(std::move(event));
}

// What has not passed goes to the end: one stream must not keep what others are done with.
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
        // The caller's work is enqueued: whoever waits for it will be told.
    }
    std::lock_guard<std::mutex> lock(mutex_);
    if (passed)
        spare_.push_back(std::move(oldest.passed));
    else
        entries_.push_back(std::move(oldest));
}

}}  // namespace cv::cudastripe
