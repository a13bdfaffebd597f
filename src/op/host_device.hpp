// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "opencv2/cudastripe/detail/host_device.hpp"

namespace cv { namespace cudastripe {

// A compiler may fuse a product and a sum into one rounding, and host and device compilers choose differently.
// These round each operation by itself; the module's host code is compiled with -ffp-contract=off.

CV_CUDASTRIPE_HD inline float productOf(float a, float b)
{
#ifdef __CUDA_ARCH__
    return __fmul_rn(a, b);
#else
    return a * b;
#endif
}

CV_CUDASTRIPE_HD inline float sumOf(float a, float b)
{
#ifdef __CUDA_ARCH__
    return __fadd_rn(a, b);
#else
    return a + b;
#endif
}

}}  // namespace cv::cudastripe
