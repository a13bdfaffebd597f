// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Where the samples of a block of pixels lie.

#pragma once

#include "../linear/work.hpp"
#include "../rows/sample_split.hpp"
#include "decode_block.hpp"

namespace cv { namespace cudastripe {

//! Pixels of a row that are done at a time, so that they stay in the first cache.
constexpr int kDecodePixelsAtOnce = 1024;

/** @brief Finds the samples of a block in the planes of a layout. Planes that vectors do not read, with three samples a
pixel or unevenly spread ones, are taken apart. */
template <class Formula>
class SamplePlaces
{
public:
    using Sample = typename Formula::Sample;
    using Planes = const Sample * [YuvPacking::kMaxPlanes][DecodeBlock<Formula>::kMaxRows];

    explicit SamplePlaces(const YuvPacking& packing) : packing_(packing)
    {
        for (int kind = 0; kind < kSampleKinds; ++kind) {
            for (int p = 0; p < packing.planeCount; ++p) {
                if (packing.planes[p].count[kind] == 0)
                    continue;
                const auto pattern = SamplePattern::of(packing.planes[p], SampleKind(kind));
                kinds_[kind] = {p, pattern};
                apart_[p] = apart_[p] || !pattern.even() || pattern.length == 3;
            }
        }
    }

    //! `planes` has the first sample of the block in each row of a plane, `block` its rows and pixels.
    void find(const Planes& planes, DecodeBlock<Formula>& block)
    {
        for (int p = 0; p < packing_.planeCount; ++p) {
            if (apart_[p])
                split_.split(packing_.planes[p], planes[p][0], block.pixels / packing_.planes[p].cols, 0, copies_);
        }
        block.lumaStep = stepOf(LumaSample);
        block.chromaStep = stepOf(FirstChromaSample);
        for (int r = 0; r < block.rows; ++r)
            block.luma[r] = place(LumaSample, planes, r);
        for (int k = 0; k < 2; ++k)
            block.chroma[k] = packing_.chroma ? place(SampleKind(FirstChromaSample + k), planes, 0) : nullptr;
    }

private:
    struct Kind
    {
        int plane = 0;
        SamplePattern pattern;
    };

    int stepOf(SampleKind kind) const { return apart_[kinds_[kind].plane] ? 1 : kinds_[kind].pattern.length; }

    const Sample* place(SampleKind kind, const Planes& planes, int row) const
    {
        const Kind& k = kinds_[kind];
        return apart_[k.plane] ? copies_.of[kind] : planes[k.plane][row] + k.pattern.places[0];
    }

    const YuvPacking& packing_;
    Kind kinds_[kSampleKinds];
    bool apart_[YuvPacking::kMaxPlanes] = {};
    SampleSplit<Sample, kDecodePixelsAtOnce> split_;
    KindPlaces<Sample> copies_;
};

}}  // namespace cv::cudastripe
