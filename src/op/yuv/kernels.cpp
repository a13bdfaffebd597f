// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "kernels.hpp"

#include <utility>

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {
namespace {

template <class Body, class T>
KernelRef kernelOf(const YuvKernelWork<T>& work)
{
    constexpr YuvPacking packing = Body::kPacking;
    Body body;
    body.formula = work.formula;
    body.src = work.src;
    body.cols = static_cast<unsigned>(work.cols);
    const int64 blockRows = work.rows / packing.rows;
    KernelRef::Accesses accesses = {{work.src, work.rows, false}};
    for (int p = 0; p < packing.planeCount; ++p) {
        body.out[p] = work.out[p];
        accesses.push_back({work.out[p], packing.planes[p].luma ? work.rows : blockRows, true});
    }
    return KernelRef(body, Body::items(work.cols), blockRows, accesses);
}

template <class T, int Channels, int Layout>
KernelRef layoutKernel(const YuvKernelWork<T>& work)
{
    using Plain = YuvPlainBody<T, Channels, Layout>;
    using Wide = YuvWideBody<T, Channels, Layout>;
    return Wide::aligned(work.src, work.out, work.rows) ? kernelOf<Wide>(work) : kernelOf<Plain>(work);
}

template <class T>
using Make = KernelRef (*)(const YuvKernelWork<T>&);

template <class T, int Channels, int Layout>
constexpr Make<T> makeOf()
{
    if constexpr (kernelTakes<T>(Layout) && kernelLayout(Layout) == Layout)
        return &layoutKernel<T, Channels, Layout>;
    else
        return nullptr;
}

template <class T, int Channels, int... Layouts>
Make<T> find(int layout, std::integer_sequence<int, Layouts...>)
{
    static constexpr Make<T> makes[] = {makeOf<T, Channels, Layouts>()...};
    return makes[kernelLayout(layout)];
}

template <class T>
KernelRef make(int layout, int channels, const YuvKernelWork<T>& work)
{
    constexpr auto layouts = std::make_integer_sequence<int, kLayoutCount>();
    const Make<T> found = channels == 3 ? find<T, 3>(layout, layouts) : find<T, 4>(layout, layouts);
    CV_Assert(found);
    return found(work);
}

}  // namespace

KernelRef makeYuvKernel(int layout, int channels, const YuvKernelWork<uchar>& work)
{
    return make(layout, channels, work);
}

KernelRef makeYuvKernel(int layout, int channels, const YuvKernelWork<ushort>& work)
{
    return make(layout, channels, work);
}

}}  // namespace cv::cudastripe
