// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "device_rates.hpp"

namespace cv { namespace cudastripe {

// The rates that this process has measured, or has found in the folder that CUDASTRIPE_CACHE_DIR names. Any number of
// threads.

//! False if those of the device are not known.
CV_EXPORTS bool findProcessRates(const String& device, DeviceRates::Known& known);
CV_EXPORTS void keepProcessRates(const String& device, const DeviceRates::Known& known);
//! Knows what is in the file, and nothing else.
CV_EXPORTS void reloadProcessRates();

}}  // namespace cv::cudastripe
