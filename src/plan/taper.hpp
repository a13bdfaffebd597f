// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "opencv2/core/cvdef.h"

namespace cv { namespace cudastripe {

//! How a device's stripes become smaller towards the end of an image from which others take, too.
struct Taper
{
    double shareOfRest = 1;  //!< of what is left: no stripe is larger
    double leastBytes = 0;   //!< in the direction of the link that has more; but none is smaller
};

/** @brief Beside so many CPU threads and other devices.

A stripe is 1 / (3 + threads) of what is left, where a device counts as four threads: a ring of them is on its way when
the first is done, and meanwhile there must be enough for all. With few threads the last stripes are larger, since only
few wait for them, and the calls for each stripe keep a thread from its rows. */
CV_EXPORTS Taper taperBeside(int threads, int otherDevices);

}}  // namespace cv::cudastripe
