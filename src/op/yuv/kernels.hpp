// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Which YUV layouts have which kernels, and the choice of a layout's kernel.

#pragma once

#include <algorithm>
#include <iterator>

#include "../kernel_ref.hpp"
#include "body.hpp"
#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! True if a layout instantiates a kernel: if it is the first of the layouts with its packing, which share the kernel,
//! and one of these has samples of type T.
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
    //! The kernels of a layout: one that works group by group, and one with wide loads and stores.
    template <int Layout, bool Wide>
    using Body = YuvBody<YuvEncode<T, Channels, Layout, Wide>>;
};

//! The kernels that make colours of YUV. A result of 1 channel is possible only from bytes in one plane.
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
    using Body = YuvBody<YuvDecode<Formula, Channels, Layout, Wide>>;
};

//! The arguments of a kernel.
template <class Formula>
struct YuvKernelWork
{
    Formula formula;
    const PlaneView* in;
    const PlaneView* out;
    int64 cols;
    int64 rows;  //!< of the image
};

template <class Body, class Formula>
KernelRef yuvKernelOf(const YuvKernelWork<Formula>& work, const KernelRef::Accesses& accesses)
{
    Body body;
    body.formula = work.formula;
    std::copy_n(work.in, std::size(body.in), body.in);
    std::copy_n(work.out, std::size(body.out), body.out);
    body.cols = static_cast<unsigned>(work.cols);
    body.lastRow = static_cast<unsigned>(work.rows - 1);
    return KernelRef(body, Body::items(work.cols), (work.rows + Body::kRows - 1) / Body::kRows, accesses);
}

//! The kernel with wide loads and stores, if memory allows it.
template <class Wide, class Narrow, class Formula>
KernelRef widestKernel(const YuvKernelWork<Formula>& work, const KernelRef::Accesses& accesses)
{
    return Wide::aligned(work.in, work.out, work.rows) ? yuvKernelOf<Wide>(work, accesses)
                                                       : yuvKernelOf<Narrow>(work, accesses);
}

//! The kernel for a layout, as wide as memory allows; looked for from layout `First` on.
template <class Kernels, int First = 0>
KernelRef makeYuvKernel(int layout, const YuvKernelWork<typename Kernels::Formula>& work,
                        const KernelRef::Accesses& accesses)
{
    if constexpr (First == kLayoutCount) {
        CV_Error(Error::StsBadArg, "the layout has no such kernel");
    } else {
        if constexpr (Kernels::has(First)) {
            if (kernelLayout(layout) == First)
                return widestKernel<typename Kernels::template Body<First, true>,
                                    typename Kernels::template Body<First, false>>(work, accesses);
        }
        return makeYuvKernel<Kernels, First + 1>(layout, work, accesses);
    }
}

}}  // namespace cv::cudastripe
