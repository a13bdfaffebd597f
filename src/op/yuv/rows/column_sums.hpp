// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Sums of the codes that share a sample of chroma.

#pragma once

#include <cstdint>
#include <type_traits>

#include "../../simd/instruction_set.hpp"

namespace cv { namespace cudastripe {

// Neighbours are loaded as one number, the first in the lower bits: compilers vectorise loads of every second value
// badly.
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "pairs of values are read as one number");

//! The code of a sample; `Whole`: codes use all its bits, so that they need no check.
template <bool Whole, class T>
CUDASTRIPE_INLINE int codeAt(T sample, int shift, int most)
{
    if (Whole)
        return sample;
    const int code = sample >> shift;
    return code > most ? most : code;
}

//! Sums each `Cols` neighbours if `SumCols`, else takes the left one; if `Add`, adds this to the sums of the row above.
template <bool Whole, int Cols, bool SumCols, bool Add, class T, class Sum>
CUDASTRIPE_INLINE void sumColumns(const T* from, Sum* sums, int count, int shift, int most)
{
    using Pair = std::conditional_t<sizeof(T) == 1, std::uint16_t, std::uint32_t>;
    const typename Unaligned<T>::type* const samples = from;
    CUDASTRIPE_INDEPENDENT
    for (int i = 0; i < count; ++i) {
        int sum = 0;
        if (Cols == 2) {
            const Pair pair = reinterpret_cast<const typename Unaligned<Pair>::type*>(from)[i];
            sum = codeAt<Whole>(static_cast<T>(pair), shift, most);
            if (SumCols)
                sum += codeAt<Whole>(static_cast<T>(pair >> (8 * sizeof(T))), shift, most);
        } else {
            for (int k = 0; k < (SumCols ? Cols : 1); ++k)
                sum += codeAt<Whole>(samples[i * Cols + k], shift, most);
        }
        sums[i] = static_cast<Sum>(Add ? sums[i] + sum : sum);
    }
}

template <bool Whole, int Cols, bool SumCols, class T, class Sum>
CUDASTRIPE_INLINE void sumColumns(const T* from, Sum* sums, int count, bool add, int shift, int most)
{
    if (add)
        sumColumns<Whole, Cols, SumCols, true>(from, sums, count, shift, most);
    else
        sumColumns<Whole, Cols, SumCols, false>(from, sums, count, shift, most);
}

template <bool Whole, class T, class Sum>
CUDASTRIPE_INLINE void sumColumns(const T* from, Sum* sums, int count, int cols, bool sumCols, bool add, int shift = 0,
                                  int most = 0)
{
    if (cols == 1)
        sumColumns<Whole, 1, true>(from, sums, count, add, shift, most);
    else if (cols == 2 && sumCols)
        sumColumns<Whole, 2, true>(from, sums, count, add, shift, most);
    else if (cols == 2)
        sumColumns<Whole, 2, false>(from, sums, count, add, shift, most);
    else if (sumCols)
        sumColumns<Whole, 4, true>(from, sums, count, add, shift, most);
    else
        sumColumns<Whole, 4, false>(from, sums, count, add, shift, most);
}

}}  // namespace cv::cudastripe
