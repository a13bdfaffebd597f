// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels that shuffle samples from one YUV layout into another one.

#include "../op/yuv/shuffle/body.hpp"
#include "kernels.hpp"
#include "launch.cuh"

namespace cv { namespace cudastripe {

#define CUDASTRIPE_BODIES(DO)         \
    DO(YuvShuffleBody<uchar, uchar>)  \
    DO(YuvShuffleBody<uchar, ushort>) \
    DO(YuvShuffleBody<ushort, uchar>) \
    DO(YuvShuffleBody<ushort, ushort>)

CUDASTRIPE_KERNELS(loadYuvShuffleKernels, CUDASTRIPE_BODIES)

}}  // namespace cv::cudastripe
