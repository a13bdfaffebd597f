// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <algorithm>
#include <cstring>

#include "byte_block.hpp"
#include "planar_block.hpp"

namespace cv { namespace cudastripe {

/** @brief Rows of a block such that vectors may read whole, and behind the last: where the source ends, a copy. */
class PaddedRows
{
public:
    static int padded(int pixels)
    {
        return (pixels + ByteBlock::kTogether - 1) / ByteBlock::kTogether * ByteBlock::kTogether;
    }

    //! `following`: pixels of the image that follow in memory.
    void set(ByteBlock& block, const uchar* const (&rows)[2], int count, int channels, int pixels, int64 following)
    {
        block.rowCount = count;
        block.channels = channels;
        block.pixels = padded(pixels);
        const int read = (block.pixels - pixels) * channels + (channels == 3 ? ByteBlock::kBeyond : 0);
        for (int r = 0; r < count; ++r) {
            block.rows[r] = rows[r];
            if (following * channels < read) {
                std::memcpy(copies_[r], rows[r], static_cast<size_t>(pixels) * channels);
                block.rows[r] = copies_[r];
            }
        }
    }

private:
    alignas(64) uchar copies_[2][kBlockPixels * 4 + ByteBlock::kBeyond];
};

//! As planarBlock(), by hand-written vectors; false if there are none for this CPU or this packing.
inline bool vectorBlock(const YuvFormula<uchar>& formula, const YuvPacking& packing, const uchar* const (&rows)[2],
                        const uchar* const (&ahead)[2], int channels, int pixels, int64 following,
                        BlockCodes<uchar>& codes)
{
    static const YuvBlockFunction function = yuvBlockFunction();
    if (!function || packing.cols > 2)
        return false;
    PaddedRows padded;
    ByteBlock block;
    padded.set(block, rows, packing.rows, channels, pixels, following);
    block.cols = packing.chroma ? packing.cols : 0;
    for (int i = 0; i < 2; ++i) {
        block.ahead[i] = ahead[i];
        block.luma[i] = codes.luma[i];
        block.chroma[i] = codes.chroma[i];
    }
    function(formula, block);
    return true;
}

}}  // namespace cv::cudastripe
