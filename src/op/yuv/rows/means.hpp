// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Codes in another scale, in loops that the compiler vectorises.

#pragma once

#include <cstdint>
#include <type_traits>

#include "../../simd/instruction_set.hpp"
#include "../shuffle_formula.hpp"
#include "planar_block.hpp"

namespace cv { namespace cudastripe {
// Neighbours are loaded as one number, the first in the lower bits: compilers vectorise loads of every second value
// badly.
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "pairs of values are read as one number");

template <class Src>
using SumOf = std::conditional_t<sizeof(Src) == 1, std::uint16_t, int>;

//! The code of a sample; `Whole`: codes use all its bits, so that they need no check.
template <class Src, bool Whole>
CUDASTRIPE_INLINE int codeAt(Src sample, int shift, int most)
{
    if (Whole)
        return sample;
    const int code = sample >> shift;
    return code > most ? most : code;
}

template <class Src, bool Whole, int Factor, bool SumCols, bool Add>
CUDASTRIPE_INLINE void sumRow(const Src* from, SumOf<Src>* sums, int count, int shift, int most)
{
    using Pair = std::conditional_t<sizeof(Src) == 1, std::uint16_t, std::uint32_t>;
    const typename Unaligned<Src>::type* const samples = from;
    CUDASTRIPE_INDEPENDENT
    for (int i = 0; i < count; ++i) {
        int sum = 0;
        if (Factor == 2) {
            const Pair pair = reinterpret_cast<const typename Unaligned<Pair>::type*>(from)[i];
            sum = codeAt<Src, Whole>(static_cast<Src>(pair), shift, most);
            if (SumCols)
                sum += codeAt<Src, Whole>(static_cast<Src>(pair >> (8 * sizeof(Src))), shift, most);
        } else {
            for (int k = 0; k < (SumCols ? Factor : 1); ++k)
                sum += codeAt<Src, Whole>(samples[i * Factor + k], shift, most);
        }
        sums[i] = static_cast<SumOf<Src>>(Add ? sums[i] + sum : sum);
    }
}

template <class Src, bool Whole, int Factor, bool SumCols>
CUDASTRIPE_INLINE void sumRows(const Src* const (&from)[2], SumOf<Src>* sums, int count, int shift, int most)
{
    sumRow<Src, Whole, Factor, SumCols, false>(from[0], sums, count, shift, most);
    if (from[1])
        sumRow<Src, Whole, Factor, SumCols, true>(from[1], sums, count, shift, most);
}

template <class Src, bool Whole>
CUDASTRIPE_INLINE void sumAll(const Src* const (&from)[2], SumOf<Src>* sums, int count, int factor, bool sumCols,
                              int shift, int most)
{
    if (factor == 1)
        sumRows<Src, Whole, 1, true>(from, sums, count, shift, most);
    else if (factor == 2 && sumCols)
        sumRows<Src, Whole, 2, true>(from, sums, count, shift, most);
    else if (factor == 2)
        sumRows<Src, Whole, 2, false>(from, sums, count, shift, most);
    else if (sumCols)
        sumRows<Src, Whole, 4, true>(from, sums, count, shift, most);
    else
        sumRows<Src, Whole, 4, false>(from, sums, count, shift, most);
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

//! Codes of luma or of chroma that lie one after the other, and what becomes of them.
template <class Src, class Dst>
struct CodeRow
{
    const Src* from[2];  //!< the second row counts, too, unless it is null
    Dst* to;
    int count;     //!< of the results
    int factor;    //!< samples of a row for each result: 1, 2 or 4
    bool sumCols;  //!< all of them count, not only the first
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
        sumAll<Src, true>(row.from, sums, row.count, row.factor, row.sumCols, shuffle.from.shift, shuffle.fromMost);
    else
        sumAll<Src, false>(row.from, sums, row.count, row.factor, row.sumCols, shuffle.from.shift, shuffle.fromMost);
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
