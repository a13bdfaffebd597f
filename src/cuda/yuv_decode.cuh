// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels that make colours of YUV layouts.

#pragma once

#include "../op/yuv/decode/kernels.hpp"
#include "yuv.cuh"

namespace cv { namespace cudastripe {

template <class Sample, class Value, int Channels>
struct YuvDecodeKernels
{
    using Formula = YuvDecodeFormula<Sample, Value>;
    static constexpr bool has(int layout) { return decodeKernelTakes<Formula, Channels>(layout); }
    template <int Layout>
    using Plain = YuvDecodePlainBody<Formula, Channels, Layout>;
    template <int Layout>
    using Wide = YuvDecodeWideBody<Formula, Channels, Layout>;
};

}}  // namespace cv::cudastripe
