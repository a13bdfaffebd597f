// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../formula.hpp"
#include "../packing.hpp"

namespace cv { namespace cudastripe {

//! Pixels that are converted at a time, so that all that is between stays in L1.
constexpr int kBlockPixels = 512;

//! The codes of a block. There is room for whole vectors.
template <class T>
struct BlockCodes
{
    static constexpr int kMostRows = 2;
    alignas(64) T luma[kMostRows][kBlockPixels] = {};
    alignas(64) T chroma[2][kBlockPixels] = {};
};

/** @brief Converts `pixels` interleaved pixels of as many rows as share chroma: any layout, by OpenCV's split and plain
loops that the compiler vectorises. */
CV_EXPORTS void planarBlock(const YuvFormula<uchar>& formula, const YuvPacking& packing, const uchar* const (&rows)[2],
                            int channels, int pixels, BlockCodes<uchar>& codes);
void planarBlock(const YuvFormula<ushort>& formula, const YuvPacking& packing, const ushort* const (&rows)[2],
                 int channels, int pixels, BlockCodes<ushort>& codes);

}}  // namespace cv::cudastripe
