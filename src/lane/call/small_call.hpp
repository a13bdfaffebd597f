// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "open_call.hpp"

namespace cv { namespace cudastripe {

//! True if the calling thread has done the call before others are awake, or a device has begun.
bool isSmall(const OpenCall& call);

//! Does a call as one piece, after what the caller enqueued before: no plan, no lease, no other thread.
void runOnCallingThread(const OpenCall& call);

}}  // namespace cv::cudastripe
