// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels that make YUV layouts from pixels.

#include "yuv.cuh"

namespace cv { namespace cudastripe {
namespace {

template <class T, int Channels>
struct YuvKernels
{
    static constexpr bool has(int layout) { return kernelLayout(layout) == layout && kernelTakes<T>(layout); }
    template <int Layout>
    using Plain = YuvPlainBody<T, Channels, Layout>;
    template <int Layout>
    using Wide = YuvWideBody<T, Channels, Layout>;
};

}  // namespace

cudaError_t loadYuvKernels()
{
    return loadAll({&loadAllLayouts<YuvKernels<uchar, 3>>, &loadAllLayouts<YuvKernels<uchar, 4>>,
                    &loadAllLayouts<YuvKernels<ushort, 3>>, &loadAllLayouts<YuvKernels<ushort, 4>>});
}

}}  // namespace cv::cudastripe
