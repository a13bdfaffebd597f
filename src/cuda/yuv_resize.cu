// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The kernel that resizes the picture of a YUV format.

#include "../op/chain/yuv/resized_body.hpp"
#include "kernels.hpp"
#include "launch.cuh"

namespace cv { namespace cudastripe {

cudaError_t loadYuvResizeKernels()
{
    return loadKernelsOf<YuvResizeBody>();
}

}}  // namespace cv::cudastripe
