// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The breaker of a device.

#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "probe.hpp"

namespace cv { namespace cudastripe {

/** @brief Keeps calls off a device that is late because of other work. Any number of threads.

It opens when calls took over twice the predicted time and the time lost exceeds that of one such call on the CPU. One
call loses no more than that, so that one alone, which may have loaded a kernel, never opens it.
After a pause a probe is enqueued; a later call asks for its time. The breaker closes if the probe was in time. Else
pauses double, from 0.1 to 10 seconds. */
class CV_EXPORTS Breaker
{
public:
    explicit Breaker(Device& device) : device_(device) {}

    bool isOpen() const { return open_; }
    //! Asks for the time of the last probe, or starts the next one if it is due.
    void update();
    //! Allocates the probe, once and before it is needed: a busy driver takes long to allocate.
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

        //! Compares the time since the start with the predicted seconds. `host`: predicted seconds without the device.
        //! Call it in the thread of the constructor: others have other clocks.
        void ended(double predicted, double host);

    private:
        Breaker& breaker_;
        const double start_;
        const int endedBefore_;  // calls
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
