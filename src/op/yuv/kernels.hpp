// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Which kernels a YUV layout has.

#pragma once

#include "body.hpp"

namespace cv { namespace cudastripe {

//! Layouts with one packing share a kernel: the first of them instantiates it, if one of them has samples of type T.
template <class T>
constexpr bool kernelTakes(int layout)
{
    for (int i = layout; i < kLayoutCount; ++i) {
        if (kernelLayout(i) == layout && hasDepths(i, sizeof(T) == 1))
            return true;
    }
    return false;
}

//! The kernels that make YUV of pixels of uchar or ushort.
template <class T, int Channels>
struct YuvKernels
{
    using Formula = YuvFormula<T>;
    static constexpr bool has(int layout) { return kernelTakes<T>(layout); }
    //! Those of a layout: one that works group by group, and one with wide loads and stores.
    template <int Layout, bool Wide>
    using Body = YuvBody<T, Channels, Layout, Wide>;
};

}}  // namespace cv::cudastripe
