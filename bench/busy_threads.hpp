// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <atomic>
#include <functional>
#include <future>
#include <vector>

namespace bench {

//! Threads that do something again and again as long as this lives.
class BusyThreads
{
public:
    //! @param round is short, so that the end comes soon.
    BusyThreads(int threads, const std::function<void()>& round) : BusyThreads()
    {
        for (int i = 0; i < threads; ++i) {
            threads_.push_back(std::async(std::launch::async, [this, round] {
                while (!stopped_)
                    round();
            }));
        }
    }

    ~BusyThreads() { stopped_ = true; }  // the destructors of what std::async gave wait for the threads
    BusyThreads(const BusyThreads&) = delete;
    BusyThreads& operator=(const BusyThreads&) = delete;

    //! Throws what a thread has thrown.
    void stop()
    {
        stopped_ = true;
        for (std::future<void>& thread : threads_)
            thread.get();
        threads_.clear();
    }

private:
    BusyThreads() = default;  // the other constructor goes through it, so that the destructor runs if that throws

    std::atomic<bool> stopped_{false};
    std::vector<std::future<void>> threads_;
};

}  // namespace bench
