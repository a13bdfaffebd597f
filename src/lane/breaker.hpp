// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_BREAKER_HPP
#define OPENCV_CUDASTRIPE_BREAKER_HPP

#include <atomic>
#include <memory>
#include <mutex>

#include "probe.hpp"

namespace cv { namespace cudastripe {

/** @brief Keeps calls from a device, or from the CPU's threads, that other work keeps busy, where they can do without
it. Any number of threads.

It opens when calls took over twice what was predicted, and the sum lost exceeds what one of these calls would have
taken without the device, or four of them without threads, of which single ones are late now and then. A device is
looked at after a pause: a small copy and kernel that later calls ask about, and nobody waits for. If that took as long
as it should, the breaker closes. For threads it closes after a pause, and opens again if the next call is late. Pauses
double from 0.1 to 10 seconds. */
class CV_EXPORTS Breaker
{
public:
    enum class Of
    {
        Device,
        Threads,
    };

    explicit Breaker(Device& device, Of of = Of::Device) : device_(device), of_(of) {}

    bool isOpen() const { return open_; }
    //! Asks about the last look, and takes the next one where it is time: the breaker may close.
    void update();
    //! Makes what a look needs, once: a driver that is busy takes long to allocate.
    void prepare();

    //! One call's use, from its first copy, kernel or claim until its end was seen.
    class CV_EXPORTS Use
    {
    public:
        explicit Use(Breaker& breaker) : breaker_(breaker), start_(breaker.seconds()), endedBefore_(breaker.ended_)
        {
            ++breaker.begun_;
        }
        ~Use() { ++breaker_.ended_; }
        Use(const Use&) = delete;
        Use& operator=(const Use&) = delete;

        //! The end was seen. It was predicted to take so long, and without what the breaker is of.
        void ended(double predicted, double without);

    private:
        Breaker& breaker_;
        const double start_;
        const int endedBefore_;  // calls
    };

private:
    //! While a thread that waits for a device has lost its processor, nobody knows how long the device took.
    double seconds() const { return of_ == Of::Device ? device_.ranSeconds() : device_.now(); }
    void look();

    Device& device_;
    const Of of_;
    std::atomic<bool> open_{false}, prepared_{false};
    std::atomic<int> begun_{0}, ended_{0};  // calls
    std::mutex mutex_;                      // of what follows
    double lost_ = 0;                       // seconds
    double nextLook_ = 0, pause_ = 0;
    std::unique_ptr<Probe> probe_;
};

}}  // namespace cv::cudastripe

#endif
