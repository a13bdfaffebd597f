// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Which kernels a YUV layout has.

#pragma once

#include "../kernel_ref.hpp"
#include "body.hpp"

namespace cv { namespace cudastripe {

//! The arguments of a kernel.
template <class T>
struct YuvKernelWork
{
    YuvFormula<T> formula;
    PlaneView src;
    const PlaneView* out;
    int64 cols;
    int64 rows;  //!< of the source
};

//! True if some layout that uses the kernels of `layout` takes pixels of type T.
template <class T>
constexpr bool kernelTakes(int layout)
{
    for (int i = layout; i < kLayoutCount; ++i) {
        if (kernelLayout(i) == layout && hasDepths(i, sizeof(T) == 1))
            return true;
    }
    return false;
}

//! The bodies of a layout's kernels: one that works group by group, and one with wide loads and stores.
template <class T, int Channels, int Layout>
using YuvPlainBody = YuvBody<T, Channels, Layout, PlainShape>;
template <class T, int Channels, int Layout>
using YuvWideBody = YuvBody<T, Channels, Layout, WideShape<T, Layout>>;

//! The kernel for a layout and pixels of uchar or ushort, as wide as memory allows.
template <class T>
KernelRef makeYuvKernel(int layout, int channels, const YuvKernelWork<T>& work, const KernelRef::Accesses& accesses);

}}  // namespace cv::cudastripe
