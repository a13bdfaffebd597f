// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <atomic>
#include <exception>
#include <mutex>

namespace cv { namespace cudastripe {

//! What the first of several threads threw, for the one that waits for them.
class FirstError
{
public:
    bool any() const { return any_; }

    //! In a catch clause.
    void keep()
    {
        std::lock_guard<std::mutex> lock(mutex_);
        if (!error_)
            error_ = std::current_exception();
        any_ = true;
    }

    //! Throws it, if there is one; after the threads have ended.
    void rethrow() const
    {
        if (error_)
            std::rethrow_exception(error_);
    }

private:
    std::atomic<bool> any_{false};
    std::mutex mutex_;
    std::exception_ptr error_;
};

}}  // namespace cv::cudastripe
