// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_PLAN_PLAUSIBLE_RATES_HPP
#define OPENCV_CUDASTRIPE_PLAN_PLAUSIBLE_RATES_HPP

#include "opencv2/cudastripe/rates.hpp"

namespace cv { namespace cudastripe {

//! False for what no machine does.
CV_EXPORTS bool plausible(const LinkRates& rates);
CV_EXPORTS bool plausible(const HostRates& rates);

//! True if two measurements confirm each other: what other work disturbs does not come out twice.
bool confirmed(const LinkRates& a, const LinkRates& b);
bool confirmed(const HostRates& a, const HostRates& b);

}}  // namespace cv::cudastripe

#endif
