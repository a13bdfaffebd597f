// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The kernel body of packed 4:4:4, both ways.

#pragma once

#include "../../yuv/body.hpp"
#include "opencv2/cudastripe/yuv_format.hpp"
#include "rows/formula.hpp"

namespace cv { namespace cudastripe {

//! Pixels of a thread with wide loads and stores, as measured on an H100 against a device copy of the same bytes.
template <class Formula>
constexpr int kPackedPixels = Formula::kGivesColours && sizeof(typename Formula::Value) == 2 ? 2 : 4;

//! Converts colours to packed 4:4:4 or back; colours have `Channels` channels. All values of a pixel are read before
//! the first is written: source and destination may be the same memory.
template <class Formula_, int Channels, bool Wide>
struct PackedYuvConvert
{
    using Formula = Formula_;
    using Value = typename Formula::Value;
    static constexpr ThreadShape kShape = {Wide ? kPackedPixels<Formula> : 0};
    using Packing = BodyPacking<int(YuvLayout::Y), kShape.pixels>;  // a pixel lies where a sample of luma would
    static constexpr int kIn = sourceChannels<Formula>(Channels), kOut = resultChannels<Formula>(Channels);
    static constexpr int kRows = 1;

    Formula formula;
    PlaneView in[1];
    PlaneView out[1];

    static bool aligned(const PlaneView* in, const PlaneView* out, int64 rows)
    {
        return in[0].aligned(wordBytes(Packing::kPixels * kIn * int(sizeof(Value))), rows) &&
               out[0].aligned(wordBytes(Packing::kPixels * kOut * int(sizeof(Value))), rows);
    }

    template <int N, bool Words>
    struct Source
    {
        HeldSamples<Value, N * kIn, kIn, Words> pixels;
    };

    template <int N, bool Words>
    CV_CUDASTRIPE_HD void load(Source<N, Words>& source, const BodyPlace& at) const
    {
        constexpr PlanePacking pixels = kPixelPacking<kIn>;
        source.pixels.load(Packing::template samplesIn<const Value>(in[0], pixels, 0, at, at.by.in), N * kIn, at.whole);
    }

    template <int N, bool Words>
    CV_CUDASTRIPE_HD void convert(const Source<N, Words>& source, const BodyPlace& at) const
    {
        constexpr PlanePacking pixels = kPixelPacking<kOut>;
        constexpr bool bytes = Words && sizeof(Value) == 1;
        std::conditional_t<bytes, int, Value> values[N * kOut];
        for (int i = 0; i < N; ++i) {
            auto* const o = values + i * kOut;
            const auto* const held = source.pixels.held;
            if constexpr (bytes)
                formula.ofWord(pixelOf<kIn>(held, i), o[0], o[1], o[2]);
            else
                formula(held[i * kIn], held[i * kIn + 1], held[i * kIn + 2], o[0], o[1], o[2]);
            if (kOut == 4)
                o[kOut - 1] = Formula::kOpaque;
        }
        storeSaturated<Formula, Words, true>(
            values, Packing::template samplesIn<Value>(out[0], pixels, 0, at, at.by.out), N * kOut, at.whole);
    }
};

template <class Formula, int Channels, bool Wide>
using PackedYuvBody = YuvBody<PackedYuvConvert<Formula, Channels, Wide>>;

}}  // namespace cv::cudastripe
