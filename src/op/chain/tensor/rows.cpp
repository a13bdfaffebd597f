// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The rows of tensors: loops that split pixels by channel, and their versions for instruction sets.

#include "rows.hpp"

#include "../../simd/instruction_set.hpp"
#include "../../simd/non_temporal_store.hpp"
#include "half.hpp"
#include "split.hpp"

namespace cv { namespace cudastripe {
namespace {

// The loops are inlined into the version for each instruction set, for which the compiler vectorises them.

template <class T, class Value, class Convert>
CUDASTRIPE_INLINE void splitPlanes(const uchar* from, int planes, uchar* const* to, int64 count, const Convert& convert)
{
    const auto plane = [&](int p) { return reinterpret_cast<T*>(p < planes ? to[p] : nullptr); };
    T* const results[4] = {plane(0), plane(1), plane(2), plane(3)};
    splitPixels(planes, reinterpret_cast<const Value*>(from), results, count, convert);
}

//! Writes `count` pixels with a value for each plane: `from[i * planes + p]` to `to[p][i]`.
CUDASTRIPE_INLINE void splitTensor(const uchar* from, int planes, TensorValue value, uchar* const* to, int64 count)
{
    switch (value) {
    case TensorValue::Float:
        return splitPlanes<float, float>(from, planes, to, count, [](float v) { return v; });
    case TensorValue::Half:
        return splitPlanes<ushort, float>(from, planes, to, count,
                                          [](float v) { return static_cast<ushort>(halfOf(v)); });
    case TensorValue::BFloat16:
        return splitPlanes<ushort, float>(from, planes, to, count,
                                          [](float v) { return static_cast<ushort>(bfloatOf(v)); });
    default:
        return splitPlanes<uchar, uchar>(from, planes, to, count, [](uchar v) { return v; });
    }
}

auto tensorSplit()
{
    static const auto split = Versions<&splitTensor>::forThisCpu();
    return split;
}

// Collects results in the L1 cache, then stores them with non-temporal stores.
void writeNonTemporal(const TensorShape& shape, const uchar* from, uchar* const* to, int64 count)
{
    constexpr int kRun = 1024;
    alignas(64) uchar values[4][kRun * sizeof(float)];
    uchar* const buffers[4] = {values[0], values[1], values[2], values[3]};
    const int64 bytes = shape.valueBytes(), pixelBytes = shape.planes * (shape.value == TensorValue::Byte ? 1 : 4);
    for (int64 first = 0; first < count; first += kRun) {
        const int64 run = std::min<int64>(kRun, count - first);
        tensorSplit()(from + first * pixelBytes, shape.planes, shape.value, buffers, run);
        for (int p = 0; p < shape.planes; ++p)
            storeNonTemporal(to[p] + first * bytes, values[p], static_cast<size_t>(run * bytes));
    }
}

}  // namespace

void writeTensorRows(const TensorShape& shape, const TensorRows& work)
{
    const int64 count = work.cols * shape.values;
    for (int64 y = 0; y < work.rows; ++y) {
        uchar* to[4] = {};
        for (int p = 0; p < shape.planes; ++p)
            to[p] = work.out[shape.planeOf(p)].row(y);
        if (work.nonTemporal)
            writeNonTemporal(shape, work.pixels.row(y), to, count);
        else
            tensorSplit()(work.pixels.row(y), shape.planes, shape.value, to, count);
    }
}

}}  // namespace cv::cudastripe
