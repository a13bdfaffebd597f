// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The loops that take pixels apart: inlined into the version for each instruction set, for which they are vectorised.

#pragma once

#include "../../simd/instruction_set.hpp"
#include "half.hpp"
#include "rows.hpp"

namespace cv { namespace cudastripe { namespace {

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

CUDASTRIPE_INLINE void splitTensor(const uchar* from, int planes, bool half, uchar* const* to, int64 count)
{
    if (half)
        splitPlanes<ushort>(from, planes, to, count);
    else
        splitPlanes<float>(from, planes, to, count);
}

}}}  // namespace cv::cudastripe
