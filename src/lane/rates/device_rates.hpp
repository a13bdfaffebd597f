// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "probe.hpp"

namespace cv { namespace cudastripe {

/** @brief What a Striper knows of the rates of a device and of the CPU beside it: what it was given, what the device
says itself, what the process knows, else what is measured when it is first needed. A measurement that failed, as beside
other work, is tried again by a later call: after a second, two, four and so on. Any number of threads, of which one
finds out and others do not wait for it. */
class CV_EXPORTS DeviceRates
{
public:
    struct Known
    {
        LinkRates link;
        HostRates host;
    };

    DeviceRates(Device& device, bool calibrates);

    //! What is known, after a measurement if one is due and the caller may wait for it.
    Known find(bool mayMeasure);
    //! Measures now, after another thread's measurement if there is one.
    void measure();
    void set(const Known& known);

private:
    void measureAlone();

    Device& device_;
    std::atomic<bool> settled_;  // nothing more is to be found out
    std::mutex measuring_;       // of the next three, and taken before the other one
    std::unique_ptr<Probe> probe_;
    double nextTry_ = 0, pause_ = 1;  // seconds
    std::mutex mutex_;                // of what follows
    Known known_;
};

}}  // namespace cv::cudastripe
