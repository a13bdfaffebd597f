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

/** @brief Rates of a device: set by the user, known to the device, known to the process, or measured when first needed.
find() repeats a failed measurement after 1, 2, 4 seconds and so on. Any number of threads; in find() one of them
measures, and others do not wait for it. */
class CV_EXPORTS DeviceRates
{
public:
    DeviceRates(Device& device, bool calibrates);

    //! The known rates. Measures first if a measurement is due and `mayMeasure`.
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

//! Rates of a device that this process has measured, or has read from the folder that CUDASTRIPE_CACHE_DIR names; none
//! if it knows none. Any number of threads.
CV_EXPORTS std::optional<KnownRates> findProcessRates(const String& device);
CV_EXPORTS void keepProcessRates(const String& device, const KnownRates& known);
//! Drops all but the rates in the file.
CV_EXPORTS void reloadProcessRates();

constexpr int64 kCalibrationBytes = 4 << 20;   //!< size of a probe: enough to measure the rate of a fast link
constexpr double kCalibrationSeconds = 25e-3;  //!< limit of a measurement, on the device's clock

//! Measures a device within @ref kCalibrationSeconds. Gives the defaults, with `measured` false, if the time was too
//! short, if the probe is still in flight, or if results are implausible or differ from run to run.
CV_EXPORTS LinkRates measureLinkRates(Probe& probe);

//! Measures the CPU with the threads of cv::parallel_for_, in some milliseconds. Gives the defaults, with `measured`
//! false, if results are implausible or differ from run to run, or if one thread did all because of other work.
CV_EXPORTS HostRates measureHostRates();

}}  // namespace cv::cudastripe
