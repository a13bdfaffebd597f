// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_PLAN_HOST_RATES_HPP
#define OPENCV_CUDASTRIPE_PLAN_HOST_RATES_HPP

#include "opencv2/core/cvdef.h"

namespace cv { namespace cudastripe {

/** @brief What a prediction knows of the CPU's memory, in bytes per second that are read and written.

The defaults are those of a server with 16 threads. How fast an operation runs on one thread is learned from the calls
that the CPU takes part in. */
struct HostRates
{
    double copy = 19e9;     //!< one thread that copies what lies in no cache
    double memory = 140e9;  //!< all threads together, however many
};

}}  // namespace cv::cudastripe

#endif
