// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The breaker of a device.

#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "probe.hpp"

namespace cv { namespace cudastripe {

/** @brief Keeps calls off a device that is late because of other work. Any number of threads.

A call is late if it took over twice the predicted time. Then its delay is added to a sum, but at most the time that the
CPU would need. A call in time reduces the sum. The breaker opens when the sum exceeds that time of the CPU. So one late
call alone, which may have loaded a kernel, never opens it.
After a pause, a call enqueues a probe, and a later call polls it. The breaker closes if the probe was in time. Else the
pause doubles, from 0.1 to 10 seconds. */
class CV_EXPORTS Breaker
{
public:
    explicit Breaker(Device& device) : device_(device) {}

    bool isOpen() const { return open_; }
    //! Polls the last probe, or starts the next one if it is due.
    void update();
    //! Allocates the probe, once. Call it before the probe is needed, because a busy driver takes long to allocate.
    void prepare();

    //! The use of the device by one call, until its end was seen.
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

        //! Compares the time since the start with the predicted seconds. `host`: predicted seconds on the CPU alone.
        //! Call it in the thread of the constructor, because each thread has its own clock.
        void ended(double predicted, double host);

    private:
        Breaker& breaker_;
        const double start_;
        const int endedBefore_;  // calls that ended before this one began
    };

private:
    void makeProbe();
    void pauseUntilNextProbe(double seconds);

    Device& device_;
    std::atomic<bool> open_{false}, prepared_{false};
    std::atomic<int> begun_{0}, ended_{0};  // calls
    std::mutex mutex_;                      // guards the members below
    double lost_ = 0;                       // seconds
    double nextProbe_ = 0, pause_ = 0;
    std::unique_ptr<Probe> probe_;
};

}}  // namespace cv::cudastripe
