// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_DEVICE_RATES_HPP
#define OPENCV_CUDASTRIPE_DEVICE_RATES_HPP

#include <atomic>
#include <memory>
#include <mutex>

#include "calibration.hpp"
#include "opencv2/cudastripe/link_rates.hpp"

namespace cv { namespace cudastripe {

/** @brief What a Striper knows of a device's rates: what the device says itself, else what the cache file holds, else
what is measured when it is first worth it. A measurement that failed, as beside other work it does, is tried again by a
later call: after a second, two, four and so on. Any number of threads, of which one finds out and others do not wait
for it. */
class CV_EXPORTS DeviceRates
{
public:
    DeviceRates(Device& device, bool calibrates);

    //! The rates for a call that moves so many bytes; a large one that may wait is worth a measurement.
    LinkRates forCall(double bytes, bool mayMeasure);
    //! Measures now, after another thread's measurement if there is one, and writes the cache file.
    void measure();
    //! Looks the rates up in the cache file; if it does not have them, measures where that may be.
    void find(bool mayMeasure = true);

private:
    bool isDue(bool mayMeasure);
    bool measureAlone();
    void set(const LinkRates& rates);
    void postpone();

    Device& device_;
    std::mutex measuring_;  // held by who finds out; taken before mutex_
    std::unique_ptr<Calibration> calibration_;
    std::atomic<bool> lookedUp_{false};
    std::mutex mutex_;  // of what follows
    LinkRates rates_;
    bool settled_;  // nothing more is to be found out
    double nextTry_, pause_;
};

}}  // namespace cv::cudastripe

#endif
