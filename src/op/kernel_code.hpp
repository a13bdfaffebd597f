// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels that were compiled at run time.

#pragma once

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

class KernelCode
{
public:
    virtual ~KernelCode() = default;
    //! The `cudaKernel_t` of a name; null if there is none. Loads the code on first use. Thread-safe.
    virtual const void* kernel(const char* name) const = 0;
};

}}  // namespace cv::cudastripe
