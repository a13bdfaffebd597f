// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Hand-vectorised work on a few hundred 8-bit pixels: from interleaved channels to planes of codes.

#pragma once

#include "../../simd/fetch_ahead.hpp"
#include "../formula.hpp"

namespace cv { namespace cudastripe {

//! Pixels of one or two rows that share chroma, and where their codes go.
struct ByteBlock
{
    static constexpr int kVectorPixels = 64;  //!< `pixels` is a multiple of this
    static constexpr int kBeyond = 16;        //!< bytes after the pixels of a row that may be read

    const uchar* rows[2];
    const uchar* ahead[2];  //!< what to prefetch: a row at each; if [1] is null, all rows at [0]
    int rowCount;
    int channels;  //!< 3 or 4
    int pixels;
    int cols;          //!< pixels across that a chroma sample spans, 1 or 2; 0: no chroma
    uchar* luma[2];    //!< a row each
    uchar* chroma[2];  //!< first and second
};

using YuvBlockFunction = void (*)(const YuvFormula<uchar>& formula, const ByteBlock& block);

#define CUDASTRIPE_YUV_BLOCK(SET)                                                       \
    namespace SET {                                                                     \
    CV_EXPORTS void yuvBlock(const YuvFormula<uchar>& formula, const ByteBlock& block); \
    }
CUDASTRIPE_YUV_BLOCK(sse41)
CUDASTRIPE_YUV_BLOCK(avx2)
CUDASTRIPE_YUV_BLOCK(avx512)
CUDASTRIPE_YUV_BLOCK(avx512vnni)
#undef CUDASTRIPE_YUV_BLOCK

}}  // namespace cv::cudastripe
