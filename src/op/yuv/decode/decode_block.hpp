// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Blocks of samples that become pixels, by hand-written vectors where there are some.

#pragma once

#include "../../simd/instruction_set.hpp"
#include "formula.hpp"

namespace cv { namespace cudastripe {

//! Pixels that vectors do at a time.
constexpr int kDecodeTogether = 64;

//! Samples of one or two rows that share chroma, and where their pixels go.
template <class Formula>
struct DecodeBlock
{
    const typename Formula::Sample* luma[2];
    const typename Formula::Sample* pairs;  //!< of chroma; null if there is none
    typename Formula::Value* to[2];
    int rows;
    int cols;  //!< pixels across that a pair spans
    int pixels;
};

using ByteDecodeFormula = YuvDecodeFormula<uchar, uchar>;

//! Does the block by hand-written vectors; false if there are none for it.
template <class Formula>
bool vectorBlock(const Formula&, const DecodeBlock<Formula>&, int)
{
    return false;
}

}}  // namespace cv::cudastripe
