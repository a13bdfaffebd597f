// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_CALIBRATION_HPP
#define OPENCV_CUDASTRIPE_CALIBRATION_HPP

#include "../device/device.hpp"
#include "opencv2/cudastripe/link_rates.hpp"

namespace cv { namespace cudastripe {

/** @brief Measures the rates of a device in a few milliseconds, on streams of its own.

@return the defaults, with `measured` false, if there is not enough memory or if what was measured is
not plausible, or not the same twice. */
CV_EXPORTS LinkRates measureRates(Device& device);

//! True for rates that a link could have.
bool plausible(const LinkRates& rates);

}}  // namespace cv::cudastripe

#endif
