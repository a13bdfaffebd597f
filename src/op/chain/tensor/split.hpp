// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Splits pixels into a row for each channel.

#pragma once

#include "../../simd/instruction_set.hpp"

namespace cv { namespace cudastripe {

//! Writes convert(channel c of pixel i) to `to[c][i]`; neither needs alignment. All channels in one loop, so that
//! compilers load whole vectors.
template <int channels, class Value, class Result, class Convert>
CUDASTRIPE_INLINE void splitPixels(const Value* pixels, Result* const (&to)[4], int64 count, const Convert& convert)
{
    using Out = typename Unaligned<Result>::type;
    const typename Unaligned<Value>::type* const in = pixels;
    Out *const a = to[0], *const b = to[1], *const c = to[2], *const d = to[3];
    CUDASTRIPE_INDEPENDENT
    for (int64 i = 0; i < count; ++i) {
        a[i] = convert(in[i * channels]);
        if constexpr (channels > 1)
            b[i] = convert(in[i * channels + 1]);
        if constexpr (channels > 2)
            c[i] = convert(in[i * channels + 2]);
        if constexpr (channels > 3)
            d[i] = convert(in[i * channels + 3]);
    }
}

//! The same for a number of channels that is known at run time.
template <class Value, class Result, class Convert>
CUDASTRIPE_INLINE void splitPixels(int channels, const Value* pixels, Result* const (&to)[4], int64 count,
                                   const Convert& convert)
{
    switch (channels) {
    case 1:
        return splitPixels<1>(pixels, to, count, convert);
    case 2:
        return splitPixels<2>(pixels, to, count, convert);
    case 3:
        return splitPixels<3>(pixels, to, count, convert);
    default:
        return splitPixels<4>(pixels, to, count, convert);
    }
}

}}  // namespace cv::cudastripe
