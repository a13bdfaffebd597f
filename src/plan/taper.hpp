// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The size of stripes towards the end of an image that several lanes share.

#pragma once

#include <algorithm>

namespace cv { namespace cudastripe {

//! Limits of a stripe's size.
struct Taper
{
    double shareOfRest = 1;  //!< of what is left; no stripe is larger
    double leastBytes = 0;   //!< the limit is never below so many bytes of upload or download, whichever has more
};

/** @brief For a device beside so many CPU threads and other devices.

A stripe is 1 / (3 + threads) of the rest, where a device counts as four threads: a ring of stripes is in flight when
the first one is done, and the rest must suffice for all. With few threads the last stripes are larger, since few wait
for them and each stripe interrupts a thread. */
inline Taper taperBeside(int threads, int otherDevices)
{
    constexpr double least = 1 << 19;              // takes several times as long as the gap after it
    constexpr double leastOfAllThreads = 1 << 22;  // divided by the threads
    const int others = threads + 4 * otherDevices;
    if (others == 0)
        return {};
    return {1. / (3 + others), threads > 0 ? std::max(least, leastOfAllThreads / threads) : least};
}

}}  // namespace cv::cudastripe
