// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Which decoding kernels a YUV layout has.

#pragma once

#include "../kernels.hpp"
#include "body.hpp"

namespace cv { namespace cudastripe {

//! The kernels that make colours of YUV. 1 channel needs bytes in one plane.
template <class Sample, class Value, int Channels>
struct YuvDecodeKernels
{
    using Formula = YuvDecodeFormula<Sample, Value>;
    static constexpr bool has(int layout)
    {
        return kernelTakes<Sample>(layout) &&
               (Channels > 1 || (sizeof(Sample) == 1 && packingOf(layout).planeCount == 1));
    }
    template <int Layout, bool Wide>
    using Body = YuvDecodeBody<Formula, Channels, Layout, Wide>;
};

}}  // namespace cv::cudastripe
