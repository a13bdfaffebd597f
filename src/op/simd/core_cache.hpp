// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The fraction of the shared caches that one processor has.

#pragma once

#include "opencv2/core/cvdef.h"

namespace cv { namespace cudastripe {

//! Bytes of the L2 and L3 caches for each processor that shares them.
struct CoreCache
{
    int64 second = int64(1) << 20;
    int64 third = int64(3) << 19;

    int64 bytes() const { return second + third; }
};

//! The caches of this machine; the values above if they are unknown.
CV_EXPORTS const CoreCache& coreCache();

//! How many processors a list like "0-3,8" names; 1 if it is no such list.
CV_EXPORTS int countProcessors(const char* list);

}}  // namespace cv::cudastripe
