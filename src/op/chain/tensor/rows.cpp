// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The rows of tensors: loops that take pixels apart, and their versions for instruction sets.

#include "rows.hpp"

#include "../../simd/instruction_set.hpp"
#include "../../simd/non_temporal_store.hpp"
#include "half.hpp"

namespace cv { namespace cudastripe {
namespace {

// The loops are inlined into the version for each instruction set, for which the compiler vectorises them.

template <class T>
CUDASTRIPE_INLINE T tensorValue(float value)
{
    if constexpr (sizeof(T) == sizeof(value))
        return value;
    else
        return static_cast<T>(halfOf(value));
}

// All planes in one loop, so that compilers load pixels as whole vectors.
template <int Planes, class T>
CUDASTRIPE_INLINE void splitPixels(const uchar* from, uchar* const* to, int64 count)
{
    using Result = typename Unaligned<T>::type;
    using Value = Unaligned<float>::type;
    const Value* const pixels = reinterpret_cast<const Value*>(from);
    const auto plane = [to](int p) { return p < Planes ? to[p] : nullptr; };
    Result* const a = reinterpret_cast<Result*>(plane(0));
    Result* const b = reinterpret_cast<Result*>(plane(1));
    Result* const c = reinterpret_cast<Result*>(plane(2));
    Result* const d = reinterpret_cast<Result*>(plane(3));
    CUDASTRIPE_INDEPENDENT
    for (int64 i = 0; i < count; ++i) {
        a[i] = tensorValue<T>(pixels[i * Planes]);
        if constexpr (Planes > 1)
            b[i] = tensorValue<T>(pixels[i * Planes + 1]);
        if constexpr (Planes > 2)
            c[i] = tensorValue<T>(pixels[i * Planes + 2]);
        if constexpr (Planes > 3)
            d[i] = tensorValue<T>(pixels[i * Planes + 3]);
    }
}

template <class T>
CUDASTRIPE_INLINE void splitPlanes(const uchar* from, int planes, uchar* const* to, int64 count)
{
    switch (planes) {
    case 1:
        return splitPixels<1, T>(from, to, count);
    case 2:
        return splitPixels<2, T>(from, to, count);
    case 3:
        return splitPixels<3, T>(from, to, count);
    default:
        return splitPixels<4, T>(from, to, count);
    }
}

//! Writes `count` pixels with a value for each plane: `from[i * planes + p]` to place i of plane p.
CUDASTRIPE_INLINE void splitTensor(const uchar* from, int planes, bool half, uchar* const* to, int64 count)
{
    if (half)
        splitPlanes<ushort>(from, planes, to, count);
    else
        splitPlanes<float>(from, planes, to, count);
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
    const int64 bytes = shape.half ? 2 : 4;
    for (int64 first = 0; first < count; first += kRun) {
        const int64 run = std::min<int64>(kRun, count - first);
        tensorSplit()(from + first * shape.planes * int64(sizeof(float)), shape.planes, shape.half, buffers, run);
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
            tensorSplit()(work.pixels.row(y), shape.planes, shape.half, to, count);
    }
}

}}  // namespace cv::cudastripe
