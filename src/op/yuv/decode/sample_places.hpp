// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Where the samples of a block of pixels lie.

#pragma once

#include "../packing.hpp"
#include "decode_block.hpp"

namespace cv { namespace cudastripe {

//! Pixels of a row that are done at a time, so that they stay in the first cache.
constexpr int kDecodePixelsAtOnce = 1024;

/** @brief Finds the samples of a block in the planes of a layout. Where luma or chroma is not evenly spread, it copies
them. */
template <class Formula>
class SamplePlaces
{
public:
    using Sample = typename Formula::Sample;
    using Planes = const Sample * [YuvPacking::kMostPlanes][DecodeBlock<Formula>::kMostRows];

    explicit SamplePlaces(const YuvPacking& packing)
    {
        for (int p = 0; p < packing.planeCount; ++p) {
            for (int kind = 0; kind < kSampleKinds; ++kind) {
                if (packing.planes[p].count[kind] > 0)
                    kinds_[kind] = Kind(packing, p, SampleKind(kind));
            }
        }
    }

    //! `planes` has the first sample of the block in each row of a plane.
    void find(const Planes& planes, DecodeBlock<Formula>& block)
    {
        block.chroma[0] = block.chroma[1] = nullptr;
        block.lumaStep = kinds_[LumaSample].step;
        block.chromaStep = kinds_[FirstChromaSample].step;
        for (int kind = 0; kind < kSampleKinds; ++kind) {
            const Kind& k = kinds_[kind];
            for (int r = 0; r < k.rows; ++r) {
                const Sample* const from = planes[k.plane][r];
                const Sample* const place = k.even ? from + k.first : copy(SampleKind(kind), from, block.pixels);
                (kind == LumaSample ? block.luma[r] : block.chroma[kind - FirstChromaSample]) = place;
            }
        }
    }

private:
    struct Kind
    {
        PlanePacking packing;
        int plane = 0;
        int rows = 0;   //!< of a block; 0 if there are no such samples
        int first = 0;  //!< sample of a group
        int step = 1;   //!< from one to the next, of copies if it is not even
        bool even = true;

        Kind() = default;
        Kind(const YuvPacking& all, int number, SampleKind kind)
            : packing(all.planes[number]), plane(number), rows(packing.luma ? all.rows : 1)
        {
            const int length = packing.length, count = packing.count[kind];
            while (packing.kinds[first] != kind)
                ++first;
            step = length / count;
            even = length % count == 0;
            for (int i = 0; i < length; ++i)
                even = even && (packing.kinds[i] == kind) == ((i + length - first) % step == 0);
            step = even ? step : 1;
        }
    };

    const Sample* copy(SampleKind kind, const Sample* from, int pixels)
    {
        const PlanePacking& plane = kinds_[kind].packing;
        Sample* to = copies_[kind];
        for (int g = 0; g < pixels / plane.cols; ++g, from += plane.length) {
            for (int i = 0; i < plane.length; ++i) {
                if (plane.kinds[i] == kind)
                    *to++ = from[i];
            }
        }
        return copies_[kind];
    }

    Kind kinds_[kSampleKinds];
    Sample copies_[kSampleKinds][kDecodePixelsAtOnce];
};

}}  // namespace cv::cudastripe
