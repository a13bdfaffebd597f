// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The samples of a few rows: where they lie, how they are split by kind, and how they are interleaved.

#pragma once

#include <type_traits>

#include "../../../model/yuv/packing.hpp"
#include "../../plane_view.hpp"
#include "../../simd/non_temporal_store.hpp"
#include "opencv2/core.hpp"
#include "opencv2/core/hal/hal.hpp"
#include "planar_block.hpp"

namespace cv { namespace cudastripe {

//! Calls use(plane, r, row) for the rows of all planes that belong to `rows` rows of a picture from row `y` on. `row`
//! is the r-th of these in its plane.
template <class Use>
void forPlaneRows(const YuvPacking& packing, int64 y, int64 rows, const Use& use)
{
    for (int p = 0; p < packing.planeCount; ++p) {
        const int64 first = packing.rowsOf(p, y);
        const int count = static_cast<int>(packing.rowsOf(p, rows));
        for (int r = 0; r < count; ++r)
            use(p, r, first + r);
    }
}

//! The sample of pixel `x` in a row of a plane.
template <class T>
T* samplesAt(const PlanePacking& plane, const PlaneView& view, int64 row, int64 x)
{
    return reinterpret_cast<T*>(view.row(row)) + static_cast<int>(x) / plane.cols * plane.length;
}

template <class T>
void splitChannels(const T* src, T** planes, int n, int channels)
{
    if constexpr (sizeof(T) == 1)
        hal::split8u(src, planes, n, channels);
    else
        hal::split16u(src, planes, n, channels);
}

template <class T>
void mergeChannels(const T** planes, T* dst, int n, int channels)
{
    if constexpr (sizeof(T) == 1)
        hal::merge8u(planes, dst, n, channels);
    else
        hal::merge16u(planes, dst, n, channels);
}

//! Moves groups of a plane's samples from `packed` to the arrays of their kinds if `Split`, else back. `pairs` has room
//! for two samples of each group.
template <bool Split, class T, class Packed = std::conditional_t<Split, const T*, T*>,
          class Kind = std::conditional_t<Split, T*, const T*>>
void moveSamples(const PlanePacking& plane, Packed packed, const Kind (&kinds)[kSampleKinds], int groups, T* pairs)
{
    const auto move = [](Packed from, Kind* planes, int n, int channels) {
        if constexpr (Split)
            splitChannels(from, planes, n, channels);
        else
            mergeChannels(planes, from, n, channels);
    };
    const SampleKind* const order = plane.kinds;
    if (plane.count[0] <= 1 && plane.count[1] <= 1 && plane.count[2] <= 1) {
        Kind planes[kSampleKinds] = {kinds[order[0]], kinds[order[1]], kinds[order[plane.length - 1]]};
        return move(packed, planes, groups, plane.length);
    }
    if (plane.length == 4 && (order[0] == order[2]) != (order[1] == order[3])) {
        // Two pixels in four samples: luma lies beside pairs of chroma.
        const int luma = order[0] == order[2] ? 0 : 1;
        Kind halves[2] = {pairs, pairs}, chromas[2] = {kinds[order[1 - luma]], kinds[order[3 - luma]]};
        halves[luma] = kinds[order[luma]];
        if (!Split)
            move(pairs, chromas, groups, 2);
        move(packed, halves, groups * 2, 2);
        if (Split)
            move(pairs, chromas, groups, 2);
        return;
    }
    for (int g = 0; g < groups; ++g) {
        for (int i = 0; i < plane.length; ++i, ++packed) {
            const int index = g * plane.count[order[i]] + plane.before[i];
            if constexpr (Split)
                kinds[order[i]][index] = *packed;
            else
                *packed = kinds[order[i]][index];
        }
    }
}

/** @brief Splits rows of planes, of up to `Pixels` pixels, by kind of sample. Not all its buffers are aligned to a
vector, else OpenCV's split would use non-temporal stores. */
template <class T, int Pixels = kBlockPixels>
class SampleSplit
{
public:
    static constexpr int kMaxRows = 2;

    //! Sets the addresses of samples for the kinds that the plane has, valid until the next split of this `row`.
    void split(const PlanePacking& plane, const T* from, int groups, int row, const T* (&places)[kSampleKinds])
    {
        if (plane.length == 1) {
            places[plane.kinds[0]] = from;
            return;
        }
        T* const to[kSampleKinds] = {buffers_[row][0], buffers_[row][1], buffers_[row][2]};
        moveSamples<true>(plane, from, to, groups, pairs_ + 1);
        for (int k = 0; k < kSampleKinds; ++k) {
            if (plane.count[k] > 0)
                places[k] = to[k];
        }
    }

private:
    static constexpr int kShift = 8 / sizeof(T);
    alignas(64) T buffers_[kMaxRows][kSampleKinds][Pixels + kShift];
    alignas(64) T pairs_[2 * Pixels + 1];
};

//! Interleaves the samples of blocks of up to kBlockPixels pixels.
template <class T>
class SampleMerge
{
public:
    //! Stores `groups` groups of a plane. `codes` has those of each kind, from the first group on.
    void store(const PlanePacking& plane, const T* const (&codes)[kSampleKinds], T* to, int groups, bool nonTemporal)
    {
        // Not aligned: else OpenCV's merge would use non-temporal stores, but the result is read again at once.
        const T* from = merged_ + 1;
        if (plane.length == 1)
            from = codes[plane.kinds[0]];
        else
            moveSamples<false>(plane, merged_ + 1, codes, groups, half_ + 1);
        storeBytes(to, from, static_cast<size_t>(groups) * plane.length * sizeof(T), nonTemporal);
    }

private:
    static constexpr int kMax = 4;  // samples a pixel
    alignas(64) T merged_[kMax * kBlockPixels + 1];
    alignas(64) T half_[kMax * kBlockPixels + 1];
};

}}  // namespace cv::cudastripe
