// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_WAIT_FOR_HPP
#define OPENCV_CUDASTRIPE_WAIT_FOR_HPP

#include "../device/device.hpp"

namespace cv { namespace cudastripe {

//! Waits for an event by looking again and again: to be woken may take longer than a small image does.
CV_EXPORTS void waitFor(Device& device, EventId event);

//! Waits until a stream has nothing left to do; false if the device does not answer.
bool waitUntilIdle(Device& device, StreamId stream) noexcept;

//! Passes about as much time as a question to the driver takes; where CPUs can wait, without entering the system.
CV_EXPORTS void pauseBriefly();

}}  // namespace cv::cudastripe

#endif
