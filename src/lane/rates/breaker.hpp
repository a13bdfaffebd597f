// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "probe.hpp"

namespace cv { namespace cudastripe {

/** @brief Keeps calls from a device that other work keeps busy, where they can do without it. Any number of threads.

It opens when calls took over twice what was predicted, and the sum lost exceeds what one of these calls would have
taken without the device. After a pause it probes the device with a small copy and kernel. Later calls ask for the
result; nobody waits for it. If the probe took as long as it should, the breaker closes. Pauses double from 0.1 to 10
seconds. */
class CV_EXPORTS Breaker
{
public:
    explicit Breaker(Device& device) : device_(device) {}

    bool isOpen() const { return open_; }
    //! Asks about the last look, and takes the next one where it is time: the breaker may close.
    void update();
    //! Makes what a look needs, once: a driver that is busy takes long to allocate.
    void prepare();

    //! One call's use, from its first copy, kernel or claim until its end was seen.
    class CV_EXPORTS Use
    {
    public:
        explicit Use(Breaker& breaker)
            : breaker_(breaker), start_(breaker.device_.ranSeconds()), endedBefore_(breaker.ended_)
        {
            ++breaker.begun_;
        }
        ~Use() { ++breaker_.ended_; }
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;

        //! The end was seen. Predicted were so many seconds, and so many without the device.
        void ended(double predicted, double without);

    private:
        Breaker& breaker_;
        const double start_;
        const int endedBefore_;  // calls
    };

private:
    void look();

    Device& device_;
    std::atomic<bool> open_{false}, prepared_{false};
    std::atomic<int> begun_{0}, ended_{0};  // calls
    std::mutex mutex_;                      // of what follows
    double lost_ = 0;                       // seconds
    double nextLook_ = 0, pause_ = 0;
    std::unique_ptr<Probe> probe_;
};

}}  // namespace cv::cudastripe
