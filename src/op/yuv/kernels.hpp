// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../kernel_ref.hpp"
#include "body.hpp"

namespace cv { namespace cudastripe {

//! What a kernel does.
template <class T>
struct YuvKernelWork
{
    YuvFormula<T> formula;
    PlaneView src;
    const PlaneView* out;
    int64 cols;
    int64 rows;  //!< of the source
};

//! True if a layout whose kernels are those of `layout` takes pixels of type T.
template <class T>
constexpr bool kernelTakes(int layout)
{
    for (int i = layout; i < kLayoutCount; ++i) {
        if (kernelLayout(i) == layout && hasDepths(i, sizeof(T) == 1))
            return true;
    }
    return false;
}

//! The bodies of a layout's kernels: in groups as the layout has them, and wide.
template <class T, int Channels, int Layout>
using YuvPlainBody = YuvBody<T, Channels, Layout, PlainShape>;
template <class T, int Channels, int Layout>
using YuvWideBody = YuvBody<T, Channels, Layout, WideShape<T, Layout>>;

//! The kernel for a layout, as wide as memory allows.
KernelRef makeYuvKernel(int layout, int channels, const YuvKernelWork<uchar>& work);
KernelRef makeYuvKernel(int layout, int channels, const YuvKernelWork<ushort>& work);

}}  // namespace cv::cudastripe
