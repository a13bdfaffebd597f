// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Sums of columns on the CPU.

#pragma once

#include "../simd/instruction_set.hpp"
#include "math/math.hpp"
#include "simd/down_bytes.hpp"

namespace cv { namespace cudastripe {

//! Adds a row to the sums of columns.
template <class Math>
CUDASTRIPE_INLINE void addRow(const typename Math::Middle* row, typename Math::Weight weight, bool first, int count,
                              typename Math::Sum* sums)
{
    const typename Unaligned<typename Math::Middle>::type* const from = row;  // unaligned if it is a row of the source
    CUDASTRIPE_INDEPENDENT
    for (int x = 0; x < count; ++x) {
        const typename Math::Sum term = Math::down(from[x], weight);
        sums[x] = first ? term : plus(sums[x], term);
    }
}

//! Sums columns of `Taps` rows, or of `taps` rows if `Taps` is 0.
template <class Math, int Taps>
CUDASTRIPE_INLINE void sumDown(const Math& math, const typename Math::Middle* const* rows,
                               const typename Math::Weight* weights, int taps, int first, int end,
                               typename Math::Sample* dst)
{
    using Sum = typename Math::Sum;
    typename Unaligned<typename Math::Sample>::type* const to = dst;
    const auto sourceOf = [&](int i, int count) { return Math::kLastRowFirst ? count - 1 - i : i; };
    if constexpr (Taps > 0) {
        const typename Unaligned<typename Math::Middle>::type* own[Taps];
        typename Math::Weight ownWeights[Taps];
        for (int i = 0; i < Taps; ++i) {
            own[i] = rows[sourceOf(i, Taps)];
            ownWeights[i] = weights[sourceOf(i, Taps)];
        }
        const Math local = math;
        CUDASTRIPE_INDEPENDENT
        for (int x = first; x < end; ++x) {
            Sum sum = Math::down(own[0][x], ownWeights[0]);
            for (int i = 1; i < Taps; ++i)
                sum = plus(sum, Math::down(own[i][x], ownWeights[i]));
            to[x] = local.result(sum, x, Taps);
        }
        return;
    }
    constexpr int kBlock = 256;
    Sum sums[kBlock];
    for (; first < end; first += kBlock) {
        const int block = std::min(kBlock, end - first);
        for (int i = 0; i < taps; ++i)
            addRow<Math>(rows[sourceOf(i, taps)] + first, weights[sourceOf(i, taps)], i == 0, block, sums);
        CUDASTRIPE_INDEPENDENT
        for (int x = 0; x < block; ++x)
            to[first + x] = math.result(sums[x], first + x, taps);
    }
}

template <class Math>
using SumDown = void (*)(const Math&, const typename Math::Middle* const*, const typename Math::Weight*, int, int, int,
                         typename Math::Sample*);

template <class Math>
SumDown<Math> downOf(int taps)
{
    static const SumDown<Math> one = Versions<&sumDown<Math, 1>>::forThisCpu();
    static const SumDown<Math> two = Versions<&sumDown<Math, 2>>::forThisCpu();
    static const SumDown<Math> four = Versions<&sumDown<Math, 4>>::forThisCpu();
    static const SumDown<Math> eight = Versions<&sumDown<Math, 8>>::forThisCpu();
    static const SumDown<Math> any = Versions<&sumDown<Math, 0>>::forThisCpu();
    return taps == 1 ? one : taps == 2 ? two : taps == 4 ? four : taps == 8 ? eight : any;
}

//! Makes a row of the result.
template <class Math>
void sumRows(const Math& math, const typename Math::Middle* const* rows, const typename Math::Weight* weights, int taps,
             int count, typename Math::Sample* to)
{
    if constexpr (std::is_base_of<PillowBytes, Math>::value) {
        if (sumBytesDown(rows, weights, taps, count, to))
            return;
    }
    downOf<Math>(taps)(math, rows, weights, taps, 0, count, to);
}

inline void sumRows(const CubicBytes& math, const float* const* rows, const short* weights, int taps, int count,
                    uchar* to)
{
    const int real = std::min(count, math.realSamples);
    downOf<CubicReal>(taps)(CubicReal(), rows, weights, taps, 0, real, to);
    downOf<CubicWhole>(taps)(CubicWhole(), rows, weights, taps, real, count, to);
}

}}  // namespace cv::cudastripe
