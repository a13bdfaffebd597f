// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Sums of bytes across, by hand-written vectors.

#pragma once

#include "../../../model/row_spans.hpp"
#include "../../simd/instruction_set.hpp"

namespace cv { namespace cudastripe {

//! How vectors store sums across.
enum class MiddleKind
{
    None,    //!< vectors make no sums
    Shorts,  //!< without their lowest four bits
    Words,   //!< unsigned
    Floats,
    Ints,
    Bytes,  //!< of sums with 22 fractional bits
};

//! Bits of the low part of a weight of 22 bits, which is split into two shorts.
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
    //! `width` weights for each result. For Bytes: `width` high parts, then `width` low parts.
    const short* weights;
    int width;     //!< a multiple of 2; of 8 for Bytes
    int cols;      //!< results
    void* middle;  //!< has room for kMiddleRoom more values; Bytes need room for one more
};

constexpr int kMiddleRoom = 16;
//! Bytes that vectors may read for `width` taps, from the first tap on.
constexpr int bytesRead(int channels, int width)
{
    return channels == 1 ? width : (width - 2) * channels + 8;
}

//! Sums the results of a row; for 1, 3 or 4 channels.
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
