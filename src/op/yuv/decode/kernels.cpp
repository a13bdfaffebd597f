// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The choice of the decoding kernel for a YUV layout.

#include "kernels.hpp"

#include <utility>

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {
namespace {

template <class Body, class Formula>
KernelRef kernelOf(const YuvDecodeWork<Formula>& work, const KernelRef::Accesses& accesses)
{
    Body body;
    body.formula = work.formula;
    std::copy(work.in, work.in + Body::kPacking.planeCount, body.in);
    body.dst = work.dst;
    body.cols = static_cast<unsigned>(work.cols);
    return KernelRef(body, Body::items(work.cols), work.rows / Body::kPacking.rows, accesses);
}

template <class Formula>
using Make = KernelRef (*)(const YuvDecodeWork<Formula>&, const KernelRef::Accesses&);

template <class Formula, int Channels, int Layout>
constexpr Make<Formula> makeOf()
{
    if constexpr (decodeKernelTakes<Formula, Channels>(Layout)) {
        return [](const YuvDecodeWork<Formula>& work, const KernelRef::Accesses& accesses) {
            using Wide = YuvDecodeWideBody<Formula, Channels, Layout>;
            return Wide::aligned(work.in, work.dst, work.rows)
                       ? kernelOf<Wide>(work, accesses)
                       : kernelOf<YuvDecodePlainBody<Formula, Channels, Layout>>(work, accesses);
        };
    } else {
        return nullptr;
    }
}

template <class Formula, int Channels, int... Layouts>
Make<Formula> find(int layout, std::integer_sequence<int, Layouts...>)
{
    static constexpr Make<Formula> makes[] = {makeOf<Formula, Channels, Layouts>()...};
    return makes[kernelLayout(layout)];
}

}  // namespace

template <class Formula>
KernelRef makeYuvDecodeKernel(int layout, int channels, const YuvDecodeWork<Formula>& work,
                              const KernelRef::Accesses& accesses)
{
    constexpr auto layouts = std::make_integer_sequence<int, kLayoutCount>();
    const Make<Formula> found = channels == 3   ? find<Formula, 3>(layout, layouts)
                                : channels == 4 ? find<Formula, 4>(layout, layouts)
                                                : find<Formula, 1>(layout, layouts);
    CV_Assert(found);
    return found(work, accesses);
}

#define CUDASTRIPE_INSTANTIATE(...)                                                                       \
    template KernelRef makeYuvDecodeKernel(int, int, const YuvDecodeWork<YuvDecodeFormula<__VA_ARGS__>>&, \
                                           const KernelRef::Accesses&);
CUDASTRIPE_INSTANTIATE(uchar, uchar)
CUDASTRIPE_INSTANTIATE(ushort, ushort)
CUDASTRIPE_INSTANTIATE(ushort, uchar)

}}  // namespace cv::cudastripe
