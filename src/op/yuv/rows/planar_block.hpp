// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Blocks of any layout by OpenCV's split and plain loops.

#pragma once

#include "../../../model/yuv/packing.hpp"
#include "../formula.hpp"

namespace cv { namespace cudastripe {

//! Pixels that are converted at a time, so that intermediate values stay in L1.
constexpr int kBlockPixels = 512;

//! Codes are written in multiples of so many.
constexpr int kWholeCodes = 64;

//! The codes of a block, with room for whole vectors.
template <class T>
struct BlockCodes
{
    static constexpr int kMaxRows = 2;
    BlockCodes() = default;
    BlockCodes(const BlockCodes&) = delete;
    BlockCodes& operator=(const BlockCodes&) = delete;

    alignas(64) T ownLuma[kMaxRows][kBlockPixels] = {};
    alignas(64) T ownChroma[2][kBlockPixels] = {};
    // Where the codes go: the arrays above, or other arrays with room for a multiple of kWholeCodes.
    T* luma[kMaxRows] = {ownLuma[0], ownLuma[1]};
    T* chroma[2] = {ownChroma[0], ownChroma[1]};

    T*& of(SampleKind kind, int row) { return kind == LumaSample ? luma[row] : chroma[kind - FirstChromaSample]; }
};

//! Converts `pixels` interleaved pixels, uchar or ushort, of as many rows as share chroma. If the last block lacks a
//! column, its other one counts twice.
template <class T>
void planarBlock(const YuvFormula<T>& formula, const YuvPacking& packing, const T* const (&rows)[2], int channels,
                 int pixels, BlockCodes<T>& codes);

}}  // namespace cv::cudastripe
