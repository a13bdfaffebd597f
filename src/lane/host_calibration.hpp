// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_HOST_CALIBRATION_HPP
#define OPENCV_CUDASTRIPE_HOST_CALIBRATION_HPP

#include "opencv2/cudastripe/rates.hpp"

namespace cv { namespace cudastripe {

/** @brief Measures the rates of the CPU with the threads of cv::parallel_for_, in some milliseconds.
@return the defaults, with `measured` false, if that was not plausible, or not the same twice, as beside other work. */
CV_EXPORTS HostRates measureHostRates();

}}  // namespace cv::cudastripe

#endif
