// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Which decoding kernels a YUV layout has.

#pragma once

#include "../../kernel_ref.hpp"
#include "../kernels.hpp"
#include "body.hpp"

namespace cv { namespace cudastripe {

//! The arguments of a kernel.
template <class Formula>
struct YuvDecodeWork
{
    Formula formula;
    const PlaneView* in;
    PlaneView dst;
    int64 cols;
    int64 rows;  //!< of the result
};

//! The bodies of a layout's kernels: one that works group by group, and one with wide loads and stores.
template <class Formula, int Channels, int Layout>
using YuvDecodePlainBody = YuvDecodeBody<Formula, Channels, Layout, 0>;
template <class Formula, int Channels, int Layout>
constexpr DecodeShape kDecodeShape = decodeShapeOf(Layout, Channels, int(sizeof(typename Formula::Sample)),
                                                   int(sizeof(typename Formula::Value)));
template <class Formula, int Channels, int Layout>
using YuvDecodeWideBody = YuvDecodeBody<Formula, Channels, Layout, kDecodeShape<Formula, Channels, Layout>.pixels,
                                        kDecodeShape<Formula, Channels, Layout>.blocks>;

//! True if the layout has its own kernel: it is the first layout with its packing. 1 channel needs bytes in one plane.
template <class Formula, int Channels>
constexpr bool decodeKernelTakes(int layout)
{
    constexpr bool bytes = sizeof(typename Formula::Sample) == 1;
    return kernelTakes<typename Formula::Sample>(layout) && kernelLayout(layout) == layout &&
           (Channels > 1 || (bytes && packingOf(layout).planeCount == 1));
}

//! The kernel for a layout, as wide as memory allows.
template <class Formula>
KernelRef makeYuvDecodeKernel(int layout, int channels, const YuvDecodeWork<Formula>& work,
                              const KernelRef::Accesses& accesses);

}}  // namespace cv::cudastripe
