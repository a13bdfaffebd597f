// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "opencv2/cudastripe/rates.hpp"
#include "probe.hpp"

namespace cv { namespace cudastripe {

constexpr int64 kCalibrationBytes = 4 << 20;   //!< of a probe: enough for the rate of a fast link
constexpr double kCalibrationSeconds = 25e-3;  //!< that a measurement may take on the device's clock

/** @brief Measures the rates of a device in at most @ref kCalibrationSeconds, whatever else the device does; what was
enqueued until then stays behind.
@return the defaults, with `measured` false, if that was too short, if work of the probe is still in flight, or if what
was measured is not plausible, or not the same twice. */
CV_EXPORTS LinkRates measureLinkRates(Probe& probe);

/** @brief Measures the rates of the CPU with the threads of cv::parallel_for_, in some milliseconds.
@return the defaults, with `measured` false, if that was not plausible, or not the same twice, as beside other work. */
CV_EXPORTS HostRates measureHostRates();

}}  // namespace cv::cudastripe
