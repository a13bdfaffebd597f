// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_BREAKER_HPP
#define OPENCV_CUDASTRIPE_BREAKER_HPP

#include <atomic>
#include <memory>
#include <mutex>

#include "probe.hpp"

namespace cv { namespace cudastripe {

/** @brief Keeps calls that can do without it from a device that other work keeps busy. Any number of threads.

It opens when waits for the device took over twice what was predicted, and the sum lost exceeds what the CPU would have
taken for one of these calls. While it is open, a look is taken after a pause: a small copy and kernel that later calls
ask about, and nobody waits for. If that took as long as it should, the breaker closes; else the pause doubles, from 0.1
to 10 seconds. */
class CV_EXPORTS Breaker
{
public:
    explicit Breaker(Device& device) : device_(device) {}

    bool isOpen() const { return open_; }
    //! Asks about the last look, and takes the next one where it is time: the breaker may close.
    void update();
    //! Makes what a look needs, so that no call has to.
    void prepare();

    //! One call's use of the device, from its first copy or kernel until its end was seen.
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

        //! The end was seen. The device alone was predicted to take so long, and the CPU alone.
        void ended(double deviceSeconds, double hostSeconds);

    private:
        Breaker& breaker_;
        const double start_;
        const int endedBefore_;  // calls
    };

private:
    Device& device_;
    std::atomic<bool> open_{false};
    std::atomic<int> begun_{0}, ended_{0};  // calls
    std::mutex mutex_;                      // of what follows
    double lost_ = 0;                       // seconds
    double nextLook_ = 0, pause_ = 0;
    std::unique_ptr<Probe> probe_;
};

}}  // namespace cv::cudastripe

#endif
