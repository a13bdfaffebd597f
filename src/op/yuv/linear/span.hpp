// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The weights of chroma samples between which a pixel lies.

#pragma once

#include "../decode_formula.hpp"

namespace cv { namespace cudastripe {

/** @brief One direction of the grid of chroma.

A pixel lies between the sample of its own block and that of a neighbouring one. The weights of both add up to 2^bits.
*/
struct ChromaSpan
{
    int pixels;    //!< that a sample spans: 1, 2 or 4
    bool centred;  //!< samples lie in the middle of their blocks, else at the first pixel
    int bits;

    static ChromaSpan of(int pixels, bool centred) { return {pixels, centred, pixels == 1 ? 0 : pixels == 2 ? 2 : 3}; }

    //! The neighbour's weight for pixel k of a block: twice the distance in pixels from the block's own sample. It is
    //! negative if the neighbour is the block before.
    CV_CUDASTRIPE_HD int toNeighbour(int k) const { return 2 * k - (centred ? pixels - 1 : 0); }
    CV_CUDASTRIPE_HD int all() const { return 1 << bits; }
};

//! The weights of a pixel's own sample and of the neighbour that lies `step` behind it.
struct SpanWeights
{
    int own, other, step;

    CV_CUDASTRIPE_HD SpanWeights(const ChromaSpan& span, int k)
    {
        const int distance = span.toNeighbour(k);
        other = distance < 0 ? -distance : distance;
        own = span.all() - other;
        step = distance < 0 ? -1 : distance > 0 ? 1 : 0;
    }
};

//! What chroma adds to channel c of a pixel, for codes in units of 2^-bits. The channel comes out as if this term were
//! not rounded.
template <class Formula>
CV_CUDASTRIPE_HD inline typename Formula::Sum termOfChroma(const Formula& formula, int c, int first, int second,
                                                           int bits)
{
    using Sum = typename Formula::Sum;
    const Sum a = formula.chroma[0][c], b = formula.chroma[1][c];
    if constexpr (sizeof(Sum) > sizeof(int)) {
        return formula.bias[c] + ((a * first + b * second) >> bits);
    } else {
        // The sums of whole codes and of fractions fit in 32 bits only if they are computed separately.
        const int fraction = (1 << bits) - 1;
        return formula.bias[c] + a * (first >> bits) + b * (second >> bits) +
               ((a * (first & fraction) + b * (second & fraction)) >> bits);
    }
}

}}  // namespace cv::cudastripe
