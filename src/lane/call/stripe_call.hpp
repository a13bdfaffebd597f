// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "open_call.hpp"

namespace cv { namespace cudastripe {

/** @brief Runs a call on devices and host threads, by the route that suits it. Several devices share it only where no
stream is given and both ends are host memory.

Returns when all is enqueued if a stream is given and no end is pageable memory to the caller, else when the result is
ready. After a failure no work is left in flight.
@return true if work is left in flight. */
bool runStripes(const OpenCall& call);

}}  // namespace cv::cudastripe
