// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Objects that a graph let go, until they can be destroyed.

#include "release_queue.hpp"

#include <thread>

namespace cv { namespace cudastripe {

void ReleaseQueue::add(Owners& owners) noexcept
{
    const std::lock_guard<std::mutex> lock(mutex_);
    if (closed_)
        return destroyInThread(owners);
    owners_.splice(owners_.end(), owners);
    any_ = true;
}

void ReleaseQueue::release() noexcept
{
    Owners owners;
    const std::lock_guard<std::mutex> lock(mutex_);
    owners.swap(owners_);
    any_ = false;
}

void ReleaseQueue::close() noexcept
{
    release();
    const std::lock_guard<std::mutex> lock(mutex_);
    closed_ = true;
}

// If no thread can be started, the objects leak, since they must not be destroyed here.
void ReleaseQueue::destroyInThread(Owners& owners) noexcept
{
    if (owners.empty())
        return;
    try {
        Owners* const moved = new Owners;
        moved->splice(moved->end(), owners);
        std::thread([moved] { delete moved; }).detach();
    } catch (...) {
        return;
    }
}

}}  // namespace cv::cudastripe
