// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Kernels that make colours of YUV layouts.

#include "../op/yuv/decode/kernels.hpp"
#include "yuv.cuh"

namespace cv { namespace cudastripe {
namespace {

template <class Sample, class Value, int Channels>
struct YuvDecodeKernels
{
    using Formula = YuvDecodeFormula<Sample, Value>;
    static constexpr bool has(int layout) { return decodeKernelTakes<Formula, Channels>(layout); }
    template <int Layout>
    using Plain = YuvDecodePlainBody<Formula, Channels, Layout>;
    template <int Layout>
    using Wide = YuvDecodeWideBody<Formula, Channels, Layout>;
};

}  // namespace

cudaError_t loadYuvDecodeKernels()
{
    return loadAll(
        {&loadAllLayouts<YuvDecodeKernels<uchar, uchar, 1>>, &loadAllLayouts<YuvDecodeKernels<uchar, uchar, 3>>,
         &loadAllLayouts<YuvDecodeKernels<uchar, uchar, 4>>, &loadAllLayouts<YuvDecodeKernels<ushort, ushort, 3>>,
         &loadAllLayouts<YuvDecodeKernels<ushort, ushort, 4>>, &loadAllLayouts<YuvDecodeKernels<ushort, uchar, 3>>,
         &loadAllLayouts<YuvDecodeKernels<ushort, uchar, 4>>});
}

}}  // namespace cv::cudastripe
