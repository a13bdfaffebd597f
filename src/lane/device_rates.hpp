// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DEVICE_RATES_HPP
#define OPENCV_CUDASTRIPE_DEVICE_RATES_HPP

#include <mutex>

#include "../device/device.hpp"
#include "opencv2/cudastripe/link_rates.hpp"

namespace cv { namespace cudastripe {

/** @brief What a Striper knows of a device's rates: what the device says itself, else what the cache file holds, else
what is measured when it is first worth it. Any number of threads. */
class CV_EXPORTS DeviceRates
{
public:
    DeviceRates(Device& device, bool calibrates);

    //! The rates for a call that moves so many bytes; a large one that may wait is worth a measurement.
    LinkRates forCall(double bytes, bool mayMeasure);
    //! Measures now, and writes the cache file.
    void measure();
    //! Looks the rates up in the cache file; if it does not have them, measures where that may be.
    void find(bool mayMeasure = true);

private:
    void set(const LinkRates& rates);

    Device& device_;
    std::mutex mutex_;
    LinkRates rates_;
    bool lookedUp_ = false;
    bool settled_;  // nothing more is to be found out, or somebody is at it
};

}}  // namespace cv::cudastripe

#endif
