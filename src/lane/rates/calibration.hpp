// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Measurement of the rates of a device and of the CPU.

#pragma once

#include "opencv2/cudastripe/rates.hpp"
#include "probe.hpp"

namespace cv { namespace cudastripe {

constexpr int64 kCalibrationBytes = 4 << 20;   //!< of a probe: enough for the rate of a fast link
constexpr double kCalibrationSeconds = 25e-3;  //!< limit of a measurement, on the device's clock

//! Measures a device within @ref kCalibrationSeconds. Gives the defaults, with `measured` false, if the time was too
//! short, if the probe is still in flight, or if the results are implausible or differ.
CV_EXPORTS LinkRates measureLinkRates(Probe& probe);

//! Measures the CPU with the threads of cv::parallel_for_, in some milliseconds. Gives the defaults, with `measured`
//! false, if the results are implausible or differ, which other work on the CPU may cause.
CV_EXPORTS HostRates measureHostRates();

}}  // namespace cv::cudastripe
