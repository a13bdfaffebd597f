// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The kernels of chains that resize: they resize the picture of a YUV format, or fill the border around a picture.

#include "../op/chain/resized/border.hpp"
#include "../op/chain/resized/resized_body.hpp"
#include "kernels.hpp"
#include "launch.cuh"

namespace cv { namespace cudastripe {

cudaError_t loadYuvResizeKernels()
{
    return loadKernelsOf<BorderBody, YuvResizeBody<LinearResizeMath, false>, YuvResizeBody<AnyResizeMath, false>,
                         YuvResizeBody<AnyResizeMath, true>>();
}

}}  // namespace cv::cudastripe
