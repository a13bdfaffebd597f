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

    //! `planes` has the first sample of the block in each row of a plane.
    void find(const YuvPacking& packing, const Planes& planes, DecodeBlock<Formula>& block)
    {
        block.chroma[0] = block.chroma[1] = nullptr;
        block.lumaStep = block.chromaStep = 1;
        for (int p = 0; p < packing.planeCount; ++p) {
            const PlanePacking& plane = packing.planes[p];
            for (int kind = 0; kind < kSampleKinds; ++kind) {
                for (int r = 0; plane.count[kind] > 0 && r < (plane.luma ? packing.rows : 1); ++r)
                    findKind(plane, SampleKind(kind), planes[p][r], r, block);
            }
        }
    }

private:
    void findKind(const PlanePacking& plane, SampleKind kind, const Sample* from, int row, DecodeBlock<Formula>& block)
    {
        int first = 0;
        while (plane.kinds[first] != kind)
            ++first;
        int step = plane.length / plane.count[kind];
        bool even = plane.length % plane.count[kind] == 0;
        for (int i = 0; i < plane.length; ++i)
            even = even && (plane.kinds[i] == kind) == ((i + plane.length - first) % step == 0);
        const Sample* place = from + first;
        if (!even) {
            Sample* to = copies_[kind];
            place = to;
            for (int g = 0; g < block.pixels / plane.cols; ++g, from += plane.length) {
                for (int i = 0; i < plane.length; ++i) {
                    if (plane.kinds[i] == kind)
                        *to++ = from[i];
                }
            }
            step = 1;
        }
        if (kind == LumaSample) {
            block.luma[row] = place;
            block.lumaStep = step;
        } else {
            block.chroma[kind - FirstChromaSample] = place;
            block.chromaStep = step;
        }
    }

    Sample copies_[kSampleKinds][kDecodePixelsAtOnce];
};

}}  // namespace cv::cudastripe
