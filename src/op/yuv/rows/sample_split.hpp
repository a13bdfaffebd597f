// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The samples of a plane by kinds.

#pragma once

#include "../../../model/yuv/packing.hpp"
#include "planar_block.hpp"
#include "plane_codec.hpp"

namespace cv { namespace cudastripe {

//! The kinds of samples of a block's row, each from its first one on; those that the row does not have are left alone.
template <class T>
struct KindPlaces
{
    const T* of[kSampleKinds] = {};
};

/** @brief Splits rows of planes, of up to `Pixels` pixels. Not all its buffers are aligned to a vector, else OpenCV's
split would use non-temporal stores. */
template <class T, int Pixels = kBlockPixels>
class SampleSplit
{
public:
    static constexpr int kMaxRows = 2;

    //! Splits `groups` groups. What it gives lasts until the next split of this `row`.
    void split(const PlanePacking& p, const T* from, int groups, int row, KindPlaces<T>& places)
    {
        T* to[kSampleKinds];
        for (int k = 0; k < kSampleKinds; ++k)
            to[k] = buffers_[row * kSampleKinds + k];
        const bool distinct = p.count[0] <= 1 && p.count[1] <= 1 && p.count[2] <= 1;
        if (p.length == 1) {
            places.of[p.kinds[0]] = from;
            return;
        }
        if (distinct) {
            T* planes[kSampleKinds] = {to[p.kinds[0]], to[p.kinds[1]], to[p.kinds[p.length - 1]]};
            splitChannels(from, planes, groups, p.length);
        } else if (p.length == 4 && (p.kinds[0] == p.kinds[2]) != (p.kinds[1] == p.kinds[3])) {
            // Two pixels in four samples: first luma is split from the pairs of chroma, then the pairs are split.
            const int luma = p.kinds[0] == p.kinds[2] ? 0 : 1;
            T* const pairs = pairs_ + 1;
            T* halves[2] = {luma == 0 ? to[p.kinds[0]] : pairs, luma == 0 ? pairs : to[p.kinds[1]]};
            splitChannels(from, halves, groups * 2, 2);
            T* chromas[2] = {to[p.kinds[1 - luma]], to[p.kinds[3 - luma]]};
            splitChannels(pairs, chromas, groups, 2);
        } else {
            splitAny(p, from, groups, to);
        }
        for (int k = 0; k < kSampleKinds; ++k) {
            if (p.count[k] > 0)
                places.of[k] = to[k];
        }
    }

private:
    static void splitAny(const PlanePacking& p, const T* from, int groups, T* const (&to)[kSampleKinds])
    {
        for (int g = 0; g < groups; ++g) {
            int seen[kSampleKinds] = {g * p.count[0], g * p.count[1], g * p.count[2]};
            for (int i = 0; i < p.length; ++i)
                to[p.kinds[i]][seen[p.kinds[i]]++] = *from++;
        }
    }

    static constexpr int kShift = 8 / sizeof(T);
    alignas(64) T buffers_[kSampleKinds * kMaxRows][Pixels + kShift];
    alignas(64) T pairs_[2 * Pixels + 1];
};

}}  // namespace cv::cudastripe
