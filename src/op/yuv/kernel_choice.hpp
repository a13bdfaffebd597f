// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The choice of the kernel for a YUV layout.

#pragma once

#include <algorithm>
#include <iterator>
#include <utility>

#include "../../model/yuv/packing.hpp"
#include "../kernel_ref.hpp"
#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

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

template <class Formula>
using YuvKernelMaker = KernelRef (*)(const YuvKernelWork<Formula>&, const KernelRef::Accesses&);

//! Null if the layout has no kernel of its own.
template <class Kernels, int Layout>
constexpr YuvKernelMaker<typename Kernels::Formula> yuvKernelMaker()
{
    if constexpr (Kernels::has(Layout)) {
        return [](const YuvKernelWork<typename Kernels::Formula>& work, const KernelRef::Accesses& accesses) {
            using Wide = typename Kernels::template Body<Layout, true>;
            return Wide::aligned(work.in, work.out, work.rows)
                       ? yuvKernelOf<Wide>(work, accesses)
                       : yuvKernelOf<typename Kernels::template Body<Layout, false>>(work, accesses);
        };
    } else {
        return nullptr;
    }
}

template <class Kernels, int... Layouts>
YuvKernelMaker<typename Kernels::Formula> findYuvKernel(int layout, std::integer_sequence<int, Layouts...>)
{
    static constexpr YuvKernelMaker<typename Kernels::Formula> makers[] = {yuvKernelMaker<Kernels, Layouts>()...};
    return makers[kernelLayout(layout)];
}

//! The kernel for a layout, as wide as memory allows.
template <class Kernels>
KernelRef makeYuvKernel(int layout, const YuvKernelWork<typename Kernels::Formula>& work,
                        const KernelRef::Accesses& accesses)
{
    const auto found = findYuvKernel<Kernels>(layout, std::make_integer_sequence<int, kLayoutCount>());
    CV_Assert(found);
    return found(work, accesses);
}

}}  // namespace cv::cudastripe
