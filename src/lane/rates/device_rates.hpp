// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The rates that a Striper knows of a device, those that the whole process knows, and their measurement.

#pragma once

#include <atomic>
#include <memory>
#include <mutex>

#include "probe.hpp"

namespace cv { namespace cudastripe {

//! Rates of a device and of the CPU beside it.
struct KnownRates
{
    LinkRates link;
    HostRates host;
};

/** @brief Rates of a device: given by the user, known to the device, known to the process, or measured when first
needed. A failed measurement is tried again after 1, 2, 4 seconds and so on. Any number of threads; one of them
measures, and others do not wait for it. */
class CV_EXPORTS DeviceRates
{
public:
    DeviceRates(Device& device, bool calibrates);

    //! The rates that are known, after a measurement if one is due and the caller may wait for it.
    KnownRates find(bool mayMeasure);
    //! Measures now.
    void measure();
    void set(const KnownRates& known);

private:
    void measureLocked();

    Device& device_;
    std::atomic<bool> settled_;  // there is nothing left to measure
    std::mutex measuring_;       // guards the next three; taken before mutex_
    std::unique_ptr<Probe> probe_;
    double nextTry_ = 0, pause_ = 1;  // seconds
    std::mutex mutex_;                // guards known_
    KnownRates known_;
};

//! Rates that this process has measured, or has read from the folder that CUDASTRIPE_CACHE_DIR names; none if there are
//! none of the device. Any number of threads.
CV_EXPORTS std::optional<KnownRates> findProcessRates(const String& device);
CV_EXPORTS void keepProcessRates(const String& device, const KnownRates& known);
//! Drops all but the rates in the file.
CV_EXPORTS void reloadProcessRates();

constexpr int64 kCalibrationBytes = 4 << 20;   //!< of a probe: enough for the rate of a fast link
constexpr double kCalibrationSeconds = 25e-3;  //!< limit of a measurement, on the device's clock

//! Measures a device within @ref kCalibrationSeconds. Gives the defaults, with `measured` false, if the time was too
//! short, if the probe is still in flight, or if the results are implausible or differ.
CV_EXPORTS LinkRates measureLinkRates(Probe& probe);

//! Measures the CPU with the threads of cv::parallel_for_, in some milliseconds. Gives the defaults, with `measured`
//! false, if the results are implausible or differ, or if one thread did all, which other work on the CPU may cause.
CV_EXPORTS HostRates measureHostRates();

}}  // namespace cv::cudastripe
