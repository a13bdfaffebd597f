// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Rows of a YUV format whose chroma is interpolated, and the weights of the samples between which a pixel lies.

#pragma once

#include "../../model/yuv/packing.hpp"
#include "../plane_view.hpp"
#include "decode_formula.hpp"
#include "opencv2/core.hpp"

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

//! The weights of a pixel's own sample and of the neighbour `step` samples after it; `step` is -1, 0 or 1.
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

//! The positions of the samples of one kind in a row, as data. They repeat in groups.
struct SamplePattern
{
    int groupBits = 0;  //!< log2 of the kind's samples in a group
    int length = 1;     //!< all samples of a group
    uchar places[PlanePacking::kMax] = {};

    //! True if the samples are equally spaced, `length` apart.
    CV_CUDASTRIPE_HD bool even() const { return groupBits == 0; }

    //! The position of sample i.
    CV_CUDASTRIPE_HD unsigned at(unsigned i) const
    {
        return (i >> groupBits) * unsigned(length) + places[i & ((1u << groupBits) - 1)];
    }

    static SamplePattern of(const PlanePacking& plane, SampleKind kind)
    {
        SamplePattern pattern;
        pattern.length = plane.length;
        int count = 0;
        for (int i = 0; i < plane.length; ++i) {
            if (plane.kinds[i] == kind)
                pattern.places[count++] = static_cast<uchar>(i);
        }
        const int step = plane.length / count;
        bool even = plane.length % count == 0;
        for (int i = 1; i < count; ++i)
            even = even && pattern.places[i] == pattern.places[0] + i * step;
        if (even) {
            pattern.length = step;
            return pattern;
        }
        while (1 << pattern.groupBits < count)
            ++pattern.groupBits;
        CV_Assert(1 << pattern.groupBits == count);
        return pattern;
    }
};

//! The planes and the positions of the samples of some rows, for luma and both kinds of chroma.
template <class Sample_, class Value_>
struct YuvLinearWork
{
    using Sample = Sample_;
    using Value = Value_;
    using Formula = YuvDecodeFormula<Sample, Value>;

    Formula formula;
    ChromaSpan across, down;
    SamplePattern patterns[kSampleKinds];
    PlaneView in[kSampleKinds];  //!< planes of chroma begin with the neighbouring rows above
    int chromaAbove;             //!< rows of chroma that are neighbours above
    int lastChroma;              //!< the last row of chroma that may be read
    PlaneView dst;
    unsigned cols;
    int channels;

    //! A row of luma of the image that lies `by` bytes after that of the planes.
    CV_CUDASTRIPE_HD const Sample* lumaRow(unsigned y, int64 by = 0) const
    {
        return reinterpret_cast<const Sample*>(in[LumaSample].rowOfImage(y) + by);
    }

    //! The row of chroma for row `block` of blocks, which may be a neighbour; beyond the image the nearest row.
    CV_CUDASTRIPE_HD const Sample* chromaRow(int which, int block, int64 by = 0) const
    {
        const int row = block + chromaAbove, inside = row < 0 ? 0 : row > lastChroma ? lastChroma : row;
        const PlaneView& plane = in[FirstChromaSample + which];
        return reinterpret_cast<const Sample*>(plane.rowOfImage(static_cast<unsigned>(inside)) + by);
    }
};

}}  // namespace cv::cudastripe
