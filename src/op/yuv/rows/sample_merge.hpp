// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Codes of luma and chroma in the order of a layout.

#pragma once

#include <cstring>

#include "../../../model/yuv/packing.hpp"
#include "../../simd/non_temporal_store.hpp"
#include "planar_block.hpp"
#include "plane_codec.hpp"

namespace cv { namespace cudastripe {

template <class T>
class SampleMerge
{
public:
    static constexpr int kMax = 4;  //!< samples a pixel

    explicit SampleMerge(const YuvPacking& packing) : packing_(packing) {}

    /** @brief Stores `groups` groups of a plane. `codes` has those of luma, first and second chroma, each from the
    first group on. */
    void store(int plane, const T* const (&codes)[kSampleKinds], T* to, int groups, bool nonTemporal)
    {
        const PlanePacking& p = packing_.planes[plane];
        const T* const from = p.length == 1 ? codes[p.kinds[0]] : merged(p, codes, groups);
        storeBytes(to, from, static_cast<size_t>(groups) * p.length * sizeof(T), nonTemporal);
    }

private:
    // Not aligned: else OpenCV's merge would use non-temporal stores, but the result is read again at once.
    const T* merged(const PlanePacking& p, const T* const (&codes)[kSampleKinds], int groups)
    {
        T* const target = merged_ + 1;
        T* const halfway = half_ + 1;
        if (p.count[0] <= 1 && p.count[1] <= 1 && p.count[2] <= 1) {
            const T* planes[kSampleKinds] = {codes[p.kinds[0]], codes[p.kinds[1]], codes[p.kinds[p.length - 1]]};
            mergeChannels(planes, target, groups, p.length);
        } else if (p.length == 4 && (p.kinds[0] == p.kinds[2]) != (p.kinds[1] == p.kinds[3])) {
            // Two pixels in four samples: the chromas are merged, then the result with luma.
            const int luma = p.kinds[0] == p.kinds[2] ? 0 : 1;
            const T* chromas[2] = {codes[p.kinds[1 - luma]], codes[p.kinds[3 - luma]]};
            mergeChannels(chromas, halfway, groups, 2);
            const T* planes[2] = {luma == 0 ? codes[p.kinds[luma]] : halfway,
                                  luma == 0 ? halfway : codes[p.kinds[luma]]};
            mergeChannels(planes, target, groups * 2, 2);
        } else {
            mergeAny(p, codes, target, groups);
        }
        return target;
    }

    static void mergeAny(const PlanePacking& p, const T* const (&codes)[kSampleKinds], T* to, int groups)
    {
        for (int g = 0; g < groups; ++g) {
            int seen[kSampleKinds] = {g * p.count[0], g * p.count[1], g * p.count[2]};
            for (int i = 0; i < p.length; ++i)
                *to++ = codes[p.kinds[i]][seen[p.kinds[i]]++];
        }
    }

    const YuvPacking& packing_;
    alignas(64) T merged_[kMax * kBlockPixels + 1];
    alignas(64) T half_[kMax * kBlockPixels + 1];
};

}}  // namespace cv::cudastripe
