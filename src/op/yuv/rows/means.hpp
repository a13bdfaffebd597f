// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Conversion of codes to another scale, in loops that the compiler vectorises.

#pragma once

#include <cstdint>
#include <type_traits>

#include "../shuffle_formula.hpp"
#include "column_sums.hpp"
#include "planar_block.hpp"

namespace cv { namespace cudastripe {
template <class Src>
using SumOf = std::conditional_t<sizeof(Src) == 1, std::uint16_t, int>;

template <class Src, bool Whole>
CUDASTRIPE_INLINE void sumRows(const YuvShuffle& shuffle, const Src* const (&from)[2], SumOf<Src>* sums, int count,
                               int factor, bool sumCols)
{
    const int shift = shuffle.from.shift, most = shuffle.fromMost;
    sumColumns<Whole>(from[0], sums, count, factor, sumCols, false, shift, most);
    if (from[1])
        sumColumns<Whole>(from[1], sums, count, factor, sumCols, true, shift, most);
}

template <ScaleKind Kind, class In, class Dst>
CUDASTRIPE_INLINE void scaleRow(const In* from, Dst* to, int count, const CodeScale& given, int bits, int toShift)
{
    const CodeScale scale = given;
    const typename Unaligned<In>::type* const codes = from;
    CUDASTRIPE_INDEPENDENT
    for (int i = 0; i < count; ++i)
        to[i] = static_cast<Dst>(scale.of<Kind>(codes[i], bits) << toShift);
}

template <class In, class Dst>
CUDASTRIPE_INLINE void scaleRow(const In* from, Dst* to, int count, const CodeScale& scale, int bits, int toShift)
{
    if (scale.kind == ScaleKind::Same)
        scaleRow<ScaleKind::Same>(from, to, count, scale, bits, toShift);
    else if (scale.kind == ScaleKind::Narrow)
        scaleRow<ScaleKind::Narrow>(from, to, count, scale, bits, toShift);
    else
        scaleRow<ScaleKind::Wide>(from, to, count, scale, bits, toShift);
}

//! Consecutive codes of luma or of chroma, and where the results go.
template <class Src, class Dst>
struct CodeRow
{
    const Src* from[2];  //!< a row, and a second one or null; the mean of both is taken
    Dst* to;
    int count;     //!< of the results
    int factor;    //!< samples of a row for each result: 1, 2 or 4
    bool sumCols;  //!< takes the mean of these samples, not the first one
    const CodeScale* scale;
};

template <class Src, class Dst>
CUDASTRIPE_INLINE void convertRow(const YuvShuffle& shuffle, const CodeRow<Src, Dst>& row)
{
    const bool whole = shuffle.from.depth == 8 * int(sizeof(Src)), single = row.factor == 1 && !row.from[1];
    if (whole && single)
        return scaleRow(row.from[0], row.to, row.count, *row.scale, 0, shuffle.to.shift);
    const bool across = row.sumCols && row.factor > 1;
    const int bits = (across ? row.factor / 2 : 0) + (row.from[1] ? 1 : 0);
    alignas(64) SumOf<Src> sums[kBlockPixels];
    if (whole)
        sumRows<Src, true>(shuffle, row.from, sums, row.count, row.factor, row.sumCols);
    else
        sumRows<Src, false>(shuffle, row.from, sums, row.count, row.factor, row.sumCols);
    scaleRow(sums, row.to, row.count, *row.scale, bits, shuffle.to.shift);
}

//! Turns codes of the rows into samples. Where several codes count, the sample is their mean.
template <class Src, class Dst>
void convertCodes(const YuvShuffle& shuffle, const CodeRow<Src, Dst>& row)
{
    static const auto version = Versions<&convertRow<Src, Dst>>::forThisCpu();
    version(shuffle, row);
}

}}  // namespace cv::cudastripe
