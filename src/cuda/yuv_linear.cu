// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels that make colours from YUV, with interpolated chroma.

#include "../op/yuv/linear/body.hpp"
#include "kernels.hpp"
#include "launch.cuh"

namespace cv { namespace cudastripe {

#define CUDASTRIPE_BODIES(DO)         \
    DO(YuvLinearBody<uchar, uchar>)   \
    DO(YuvLinearBody<ushort, ushort>) \
    DO(YuvLinearBody<ushort, uchar>)

CUDASTRIPE_KERNELS(loadYuvLinearKernels, CUDASTRIPE_BODIES)

}}  // namespace cv::cudastripe
