// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Waits of a host thread for a device.

#pragma once

#include "device.hpp"

namespace cv { namespace cudastripe {

CV_EXPORTS void waitFor(Device& device, EventId event);

//! Waits until a stream has nothing left to do; false if the device does not answer.
CV_EXPORTS bool waitUntilIdle(Device& device, StreamId stream) noexcept;

}}  // namespace cv::cudastripe
