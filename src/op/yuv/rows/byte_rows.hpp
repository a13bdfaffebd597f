// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Blocks of 8-bit pixels as the hand-written vectors need them.

#pragma once

#include <cstring>

#include "byte_block.hpp"
#include "planar_block.hpp"

namespace cv { namespace cudastripe {

static_assert(kWholeCodes % ByteBlock::kVectorPixels == 0, "vectors write no code that a destination has no room for");

//! Pixels rounded up to whole vectors.
inline int paddedPixels(int pixels)
{
    return (pixels + ByteBlock::kVectorPixels - 1) / ByteBlock::kVectorPixels * ByteBlock::kVectorPixels;
}

//! As planarBlock(), by hand-written vectors; false if there are none for this CPU or this packing. They read whole
//! vectors, so rows are copied first if too few pixels of the image lie behind them (`following`), or if the last block
//! lacks a column.
inline bool vectorBlock(const YuvFormula<uchar>& formula, const YuvPacking& packing, const uchar* const (&rows)[2],
                        const uchar* const (&ahead)[2], int channels, int pixels, int64 following,
                        BlockCodes<uchar>& codes)
{
#ifdef CUDASTRIPE_X86
    static const auto function = chooseVersion<YuvBlockFunction>(
        nullptr, &sse41::yuvBlock, &avx2::yuvBlock,
        checkHardwareSupport(CV_CPU_AVX_512VNNI) ? &avx512vnni::yuvBlock : &avx512::yuvBlock);
#else
    constexpr YuvBlockFunction function = nullptr;
#endif
    if (!function || packing.cols > 2)
        return false;
    alignas(64) uchar copies[2][kBlockPixels * 4 + ByteBlock::kBeyond];
    ByteBlock block;
    block.rowCount = packing.rows;
    block.channels = channels;
    block.pixels = paddedPixels(pixels);
    block.cols = packing.chroma ? packing.cols : 0;
    const int read = (block.pixels - pixels) * channels + (channels == 3 ? ByteBlock::kBeyond : 0);
    for (int i = 0; i < 2; ++i) {
        block.rows[i] = rows[i];
        block.ahead[i] = ahead[i];
        block.luma[i] = codes.luma[i];
        block.chroma[i] = codes.chroma[i];
        const bool lacks = pixels % packing.cols > 0;
        if (i < packing.rows && (lacks || following * channels < read)) {
            const size_t bytes = static_cast<size_t>(pixels) * channels;
            std::memcpy(copies[i], rows[i], bytes);
            std::memset(copies[i] + bytes, 0, static_cast<size_t>(read));
            if (lacks)
                std::memcpy(copies[i] + bytes, copies[i] + bytes - channels, static_cast<size_t>(channels));
            block.rows[i] = copies[i];
        }
    }
    function(formula, block);
    return true;
}

}}  // namespace cv::cudastripe
