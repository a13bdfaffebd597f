// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_SPIN_LOCK_HPP
#define OPENCV_CUDASTRIPE_SPIN_LOCK_HPP

#include <atomic>
#include <thread>

namespace cv { namespace cudastripe {

/** @brief For a few instructions that many threads come for at the same time: one that sleeps until the system wakes it
would miss a small image. */
class SpinLock
{
public:
    void lock()
    {
        for (int i = 0; taken_.exchange(true, std::memory_order_acquire); ++i) {
            // The holder may have lost its processor.
            if (i > kPatience)
                std::this_thread::yield();
        }
    }
    void unlock() { taken_.store(false, std::memory_order_release); }

private:
    static constexpr int kPatience = 100;
    std::atomic<bool> taken_{false};
};

}}  // namespace cv::cudastripe

#endif
