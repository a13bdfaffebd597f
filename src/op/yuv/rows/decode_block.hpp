// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Blocks of samples, and their conversion to pixels by hand-written vectors.

#pragma once

#include "../../simd/instruction_set.hpp"
#include "../decode_formula.hpp"

namespace cv { namespace cudastripe {

//! Samples of one or two rows that share chroma, and where their pixels go.
template <class Formula>
struct DecodeBlock
{
    static constexpr int kMaxRows = 2;
    using Sample = typename Formula::Sample;

    const Sample* luma[kMaxRows];
    const Sample* chroma[2];  //!< the first and the second; null if there is none
    int lumaStep;             //!< from a sample to the next one
    int chromaStep;
    typename Formula::Value* to[kMaxRows];
    int rows;
    int cols;                  //!< pixels across that a chroma sample spans
    int pixels;                //!< the last chroma sample may span fewer than `cols`
    bool nonTemporal = false;  //!< vectors store past the caches; `to` is aligned to kLine

    static constexpr int kLine = 64;

    //! The block without its first pixels, a multiple of `cols`.
    DecodeBlock from(int first, int channels) const
    {
        DecodeBlock rest = *this;
        rest.pixels -= first;
        for (int i = 0; i < 2; ++i)
            rest.chroma[i] += chroma[i] ? first / cols * chromaStep : 0;
        for (int r = 0; r < rows; ++r) {
            rest.luma[r] += first * lumaStep;
            rest.to[r] += first * channels;
        }
        return rest;
    }
};

using ByteDecodeFormula = YuvDecodeFormula<uchar, uchar>;
using ByteDecodeBlock = DecodeBlock<ByteDecodeFormula>;

//! Vectors convert multiples of so many pixels, whatever the instruction set.
constexpr int kDecodeVectorPixels = 64;

//! All formulas, a row each.
#define CUDASTRIPE_DECODE_FORMULAS(ROW) ROW(uchar, uchar) ROW(ushort, ushort) ROW(ushort, uchar)

//! Converts a block up to its last multiple of kDecodeVectorPixels pixels. Returns how many it has converted; 0 if
//! there are no vectors for the packing.
template <class Formula>
using DecodeFunction = int (*)(const Formula& formula, const DecodeBlock<Formula>& block, int channels);

#define CUDASTRIPE_DECODE_BLOCK(...)                                         \
    CV_EXPORTS int decodeBlock(const YuvDecodeFormula<__VA_ARGS__>& formula, \
                               const DecodeBlock<YuvDecodeFormula<__VA_ARGS__>>& block, int channels);
namespace sse41 {
CUDASTRIPE_DECODE_FORMULAS(CUDASTRIPE_DECODE_BLOCK)
}
namespace avx2 {
CUDASTRIPE_DECODE_FORMULAS(CUDASTRIPE_DECODE_BLOCK)
}
namespace avx512 {
CUDASTRIPE_DECODE_FORMULAS(CUDASTRIPE_DECODE_BLOCK)
}
namespace avx512vnni {
CUDASTRIPE_DECODE_BLOCK(uchar, uchar)
}
#undef CUDASTRIPE_DECODE_BLOCK

}}  // namespace cv::cudastripe
