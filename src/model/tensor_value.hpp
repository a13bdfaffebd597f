// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What the values of a tensor are, also for kernels that are compiled at run time.

#pragma once

namespace cv { namespace cudastripe {

enum class TensorValue
{
    Float,
    Half,
    BFloat16,
    Byte
};

}}  // namespace cv::cudastripe
