// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Where the samples of a block of pixels lie.

#pragma once

#include "../packing.hpp"
#include "../rows/plane_codec.hpp"
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
    using Planes = const Sample * [YuvPacking::kMostPlanes][DecodeBlock<Formula>::kMostRows];

    explicit SamplePlaces(const YuvPacking& packing) : packing_(packing)
    {
        for (int kind = 0; kind < kSampleKinds; ++kind) {
            for (int p = 0; p < packing.planeCount; ++p) {
                if (packing.planes[p].count[kind] > 0)
                    findKind(SampleKind(kind), p);
            }
        }
    }

    //! `planes` has the first sample of the block in each row of a plane.
    void find(const Planes& planes, DecodeBlock<Formula>& block)
    {
        for (int p = 0; p < packing_.planeCount; ++p) {
            if (apart_[p])
                takeApart(packing_.planes[p], planes[p][0], block.pixels);
        }
        block.lumaStep = stepOf(LumaSample);
        block.chromaStep = stepOf(FirstChromaSample);
        for (int r = 0; r < packing_.rows; ++r)
            block.luma[r] = place(LumaSample, planes, r);
        for (int k = 0; k < 2; ++k)
            block.chroma[k] = packing_.chroma ? place(SampleKind(FirstChromaSample + k), planes, 0) : nullptr;
    }

private:
    struct Kind
    {
        int plane = 0;
        int first = 0;  //!< sample of a group
        int step = 1;   //!< from one to the next
    };

    void findKind(SampleKind kind, int number)
    {
        const PlanePacking& plane = packing_.planes[number];
        const int length = plane.length, count = plane.count[kind], step = length / count;
        int first = 0;
        while (plane.kinds[first] != kind)
            ++first;
        bool even = length % count == 0 && step != 3;
        for (int i = 0; i < length; ++i)
            even = even && (plane.kinds[i] == kind) == ((i + length - first) % step == 0);
        kinds_[kind] = {number, first, step};
        apart_[number] = apart_[number] || !even;
    }

    int stepOf(SampleKind kind) const { return apart_[kinds_[kind].plane] ? 1 : kinds_[kind].step; }

    const Sample* place(SampleKind kind, const Planes& planes, int row) const
    {
        const Kind& k = kinds_[kind];
        return apart_[k.plane] ? copies_[kind] : planes[k.plane][row] + k.first;
    }

    void takeApart(const PlanePacking& plane, const Sample* from, int pixels)
    {
        Sample* to[kSampleKinds] = {copies_[0], copies_[1], copies_[2]};
        if (plane.length == 3 && plane.cols == 1) {
            Sample* inOrder[] = {to[plane.kinds[0]], to[plane.kinds[1]], to[plane.kinds[2]]};
            return splitChannels(from, inOrder, pixels, 3);
        }
        for (int i = 0; i < pixels / plane.cols * plane.length; ++i)
            *to[plane.kinds[i % plane.length]]++ = from[i];
    }

    const YuvPacking& packing_;
    Kind kinds_[kSampleKinds];
    bool apart_[YuvPacking::kMostPlanes] = {};
    // Not all are aligned to a vector, else OpenCV's split would use non-temporal stores.
    alignas(64) Sample copies_[kSampleKinds][kDecodePixelsAtOnce + 8 / sizeof(Sample)];
};

}}  // namespace cv::cudastripe
