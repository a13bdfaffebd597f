// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Sums of bytes across, by hand-written vectors.

#pragma once

#include "../../../model/row_spans.hpp"
#include "../../simd/instruction_set.hpp"

namespace cv { namespace cudastripe {

//! How sums are kept.
enum class MiddleKind
{
    None,    //!< vectors make none
    Shorts,  //!< without their lowest four bits
    Words,   //!< unsigned
    Floats,
    Ints,
    Bytes,  //!< of sums with 22 bits behind the point
};

//! Of a weight of 22 bits that is split in two parts of 16 bits.
constexpr int kLowWeightBits = 11;
//! Room for the parts of `width` such weights.
constexpr int splitWidth(int width)
{
    return (width + 7) / 8 * 8;
}

//! A row of bytes, and the taps of its results.
struct BytesAcross
{
    const uchar* row;
    const SourceSpan* spans;
    //! `width` for each result. For Bytes: so many high parts, and then so many low ones.
    const short* weights;
    int width;     //!< a multiple of 2; of 8 for Bytes
    int cols;      //!< results
    void* middle;  //!< has room for kMiddleRoom more values than there are
};

constexpr int kMiddleRoom = 16;
//! Bytes from the first tap's that vectors may read for `width` taps.
constexpr int bytesRead(int channels, int width)
{
    return channels == 1 ? width : (width - 2) * channels + 8;
}

//! Sums as many of the first results as vectors can; gives how many. 1, 3 or 4 channels.
using SumBytesAcross = void (*)(const BytesAcross& work);

#define CUDASTRIPE_ACROSS SumBytesAcross sumBytesAcross(int channels, int width, MiddleKind kind);
namespace sse41 {
CUDASTRIPE_ACROSS
}
namespace avx2 {
CUDASTRIPE_ACROSS
}
#undef CUDASTRIPE_ACROSS

}}  // namespace cv::cudastripe
