// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The rows of tensors for any CPU, and the choice between the versions.

#include "rows.hpp"

#include "../../simd/non_temporal_store.hpp"
#include "split.hpp"

namespace cv { namespace cudastripe {
namespace {

TensorSplit tensorSplit()
{
#ifdef CUDASTRIPE_X86
    static const TensorSplit split = chooseVersion(&splitTensorPlain, &splitTensorAvx2, &splitTensorAvx512);
#else
    static const TensorSplit split = &splitTensorPlain;
#endif
    return split;
}

// Collects results in the L1 cache, then stores them with non-temporal stores.
void writeNonTemporal(const TensorShape& shape, const uchar* from, uchar* const* to, int64 count)
{
    constexpr int kRun = 1024;
    alignas(64) uchar values[4][kRun * sizeof(float)];
    uchar* const buffers[4] = {values[0], values[1], values[2], values[3]};
    const int64 bytes = shape.half ? 2 : 4;
    for (int64 first = 0; first < count; first += kRun) {
        const int64 run = std::min<int64>(kRun, count - first);
        tensorSplit()(from + first * shape.planes * int64(sizeof(float)), shape.planes, shape.half, buffers, run);
        for (int p = 0; p < shape.planes; ++p)
            storeNonTemporal(to[p] + first * bytes, values[p], static_cast<size_t>(run * bytes));
    }
}

}  // namespace

void splitTensorPlain(const uchar* from, int planes, bool half, uchar* const* to, int64 count)
{
    splitTensor(from, planes, half, to, count);
}

void writeTensorRows(const TensorShape& shape, const TensorRows& work)
{
    const int64 count = work.cols * shape.values;
    for (int64 y = 0; y < work.rows; ++y) {
        uchar* to[4] = {};
        for (int p = 0; p < shape.planes; ++p)
            to[p] = work.out[p].row(y);
        if (work.nonTemporal)
            writeNonTemporal(shape, work.pixels.row(y), to, count);
        else
            tensorSplit()(work.pixels.row(y), shape.planes, shape.half, to, count);
    }
}

}}  // namespace cv::cudastripe
