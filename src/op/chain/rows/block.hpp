// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// A run of pixels on the host, which goes through all instructions of a program while it lies in the L1 cache.

#pragma once

#include <cstring>

#include "../../plane_view.hpp"
#include "../body/pixels.hpp"

namespace cv { namespace cudastripe {

//! The values of a run of pixels between load and store: an array of 32 bits, one of 64 bits; channels side by side.
struct ChainBlock
{
    static constexpr int kValues = 1536;
    static constexpr int kPattern = 48;  //!< a multiple of all numbers of channels and of a vector's lanes

    struct Values
    {
        alignas(64) std::uint32_t narrow[kValues];
        alignas(64) std::uint64_t wide[kValues];
    };
    Values current;
    Values second;
    alignas(64) uchar stored[kValues * 8];  //!< as in memory
};

//! A row of each image that a chain reads or writes.
struct ChainRow
{
    const uchar* src;
    const uchar* second;
    const uchar* mask;
    const uchar* old;  //!< null if pixels outside the mask become 0
    uchar* dst;
    std::int64_t cols;
    bool nonTemporal;
};

//! The planes of a chain; those that it does not use are empty.
struct ChainWork
{
    PlaneView src, second, mask, old, dst;
    int64 cols, rows;

    ChainRow row(int64 y, bool nonTemporal) const
    {
        const auto of = [&](const PlaneView& view) { return view.base ? view.row(y) : nullptr; };
        return {of(src), of(second), of(mask), of(old), of(dst), cols, nonTemporal};
    }
};

//! Replaces results whose mask is 0 by the old pixels, or by 0 if `old` is null.
inline void keepUnmasked(const uchar* mask, const uchar* old, uchar* result, int pixels, int pixelBytes)
{
    for (int p = 0; p < pixels; ++p) {
        if (mask[p])
            continue;
        if (old)
            std::memcpy(result + p * pixelBytes, old + p * pixelBytes, static_cast<size_t>(pixelBytes));
        else
            std::memset(result + p * pixelBytes, 0, static_cast<size_t>(pixelBytes));
    }
}

}}  // namespace cv::cudastripe
