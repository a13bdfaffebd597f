// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Objects that a graph let go, until they can be destroyed.

#pragma once

#include <atomic>
#include <list>
#include <memory>
#include <mutex>

#include "opencv2/core/cvdef.h"

namespace cv { namespace cudastripe {

/** @brief Keeps objects that were released where CUDA must not be called, as in a callback of the driver. A later call
destroys them; after close() a thread of their own does. Any number of threads. */
class CV_EXPORTS ReleaseQueue
{
public:
    using Owners = std::list<std::shared_ptr<void>>;

    ~ReleaseQueue() { destroyInThread(owners_); }

    void add(Owners& owners) noexcept;
    //! True if there is something to release.
    bool any() const { return any_; }
    //! Destroys what was added.
    void release() noexcept;
    //! No later call will come.
    void close() noexcept;

private:
    static void destroyInThread(Owners& owners) noexcept;

    std::atomic<bool> any_{false};
    std::mutex mutex_;
    Owners owners_;
    bool closed_ = false;
};

//! An object that goes to a queue instead of being destroyed.
class ReleasedLater
{
public:
    ReleasedLater(std::shared_ptr<ReleaseQueue> queue, std::shared_ptr<void> owner)
        : queue_(std::move(queue)), owners_{std::move(owner)}
    {
    }
    ~ReleasedLater() { queue_->add(owners_); }
    ReleasedLater(const ReleasedLater&) = delete;
    ReleasedLater& operator=(const ReleasedLater&) = delete;

private:
    const std::shared_ptr<ReleaseQueue> queue_;
    ReleaseQueue::Owners owners_;  // one object; in a list, since moving it to another list cannot fail
};

}}  // namespace cv::cudastripe
