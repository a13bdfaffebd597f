// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The choice of the kernel for a YUV layout.

#include "kernels.hpp"

#include <utility>

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {
namespace {

template <class Body, class T>
KernelRef kernelOf(const YuvKernelWork<T>& work, const KernelRef::Accesses& accesses)
{
    Body body;
    body.formula = work.formula;
    body.src = work.src;
    body.cols = static_cast<unsigned>(work.cols);
    std::copy(work.out, work.out + Body::kPacking.planeCount, body.out);
    return KernelRef(body, Body::items(work.cols), work.rows / Body::kPacking.rows, accesses);
}

template <class T>
using Make = KernelRef (*)(const YuvKernelWork<T>&, const KernelRef::Accesses&);

template <class T, int Channels, int Layout>
constexpr Make<T> makeOf()
{
    if constexpr (kernelTakes<T>(Layout) && kernelLayout(Layout) == Layout) {
        return [](const YuvKernelWork<T>& work, const KernelRef::Accesses& accesses) {
            using Wide = YuvWideBody<T, Channels, Layout>;
            return Wide::aligned(work.src, work.out, work.rows)
                       ? kernelOf<Wide>(work, accesses)
                       : kernelOf<YuvPlainBody<T, Channels, Layout>>(work, accesses);
        };
    } else {
        return nullptr;
    }
}

template <class T, int Channels, int... Layouts>
Make<T> find(int layout, std::integer_sequence<int, Layouts...>)
{
    static constexpr Make<T> makes[] = {makeOf<T, Channels, Layouts>()...};
    return makes[kernelLayout(layout)];
}

}  // namespace

template <class T>
KernelRef makeYuvKernel(int layout, int channels, const YuvKernelWork<T>& work, const KernelRef::Accesses& accesses)
{
    constexpr auto layouts = std::make_integer_sequence<int, kLayoutCount>();
    const Make<T> found = channels == 3 ? find<T, 3>(layout, layouts) : find<T, 4>(layout, layouts);
    CV_Assert(found);
    return found(work, accesses);
}

template KernelRef makeYuvKernel(int, int, const YuvKernelWork<uchar>&, const KernelRef::Accesses&);
template KernelRef makeYuvKernel(int, int, const YuvKernelWork<ushort>&, const KernelRef::Accesses&);

}}  // namespace cv::cudastripe
