// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <functional>
#include <string>
#include <vector>

#include "opencv2/cudastripe/prefetch_shape.hpp"

namespace opencv_test {

using namespace cv::cudastripe;

/** @brief A loop that prefetches under test, its elements seen as bytes. */
struct PrefetchOperation
{
    using Run = std::function<void(const void* in, int64 count, void* out, const PrefetchShape&)>;

    std::string name;
    size_t inputBytes, outputBytes;  //!< of an element
    Run emulate;
    //! By a kernel, on memory that the device can read and write; returns when it is done. Empty without nvcc.
    Run run;
    //! The same by the one kernel of RollingAsync, distance 6, up to 256 threads a block.
    Run runOneKernel;
    //! The function on each element, in order.
    std::function<void(const void* in, int64 count, void* out)> reference;
};

//! Inputs of 1, 2, 3, 4, 8, 12 and 16 bytes. The first is of 8 bytes and may be done in place.
std::vector<PrefetchOperation> prefetchOperations();

}  // namespace opencv_test
