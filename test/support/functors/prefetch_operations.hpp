// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <functional>
#include <vector>

#include "opencv2/cudastripe/detail/prefetch_shape.hpp"

namespace opencv_test {

using namespace cv::cudastripe;

//! A loop that prefetches under test, its elements seen as bytes.
struct PrefetchOperation
{
    using Run = std::function<void(const void* in, int64 count, void* out, const PrefetchShape&)>;

    size_t inputBytes, outputBytes;  //!< of an element
    Run reference;                   //!< the function on each element, in order
    Run emulate;
    Run run;  //!< by a kernel; returns when it is done. Inputs of 8 bytes: up to 1024 threads, others: 256. May be
              //!< empty
};

//! Inputs of 8, 1, 2, 3, 4, 12 and 16 bytes. The first may be done in place.
std::vector<PrefetchOperation> prefetchOperations();

}  // namespace opencv_test
