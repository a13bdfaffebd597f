// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The kernel body of formulas of one pixel.

#pragma once

#include "../yuv/body.hpp"
#include "formula/formula.hpp"
#include "opencv2/cudastripe/yuv_format.hpp"

namespace cv { namespace cudastripe {

//! True for a formula with a table.
template <class Formula, class = void>
constexpr bool kHasTable = false;
template <class Formula>
constexpr bool kHasTable<Formula, std::void_t<decltype(&Formula::table)>> = true;

//! The table of a body, in memory of the device that runs it; see kReadsTable.
template <bool Has>
struct ColorTable
{
    template <class Formula>
    void setTable(const Formula&)
    {
    }
    template <class Formula>
    CV_CUDASTRIPE_HD const Formula& with(const Formula& formula) const
    {
        return formula;
    }
};

template <>
struct ColorTable<true>
{
    const uchar* table;
    int64 tableAt = 0;

    //! For a body that runs on the host.
    template <class Formula>
    void setTable(const Formula& formula)
    {
        table = reinterpret_cast<const uchar*>(formula.table);
    }
    template <class Formula>
    CV_CUDASTRIPE_HD Formula with(Formula formula) const
    {
        formula.table = reinterpret_cast<const int*>(table);
        return formula;
    }
};

//! Pixels of a thread: as many as its shape says, or few, whose words need less alignment. 0 is for any memory.
constexpr int kManyPixels = -1, kFewPixels = 4;

/** @brief Converts pixels of `In` channels to pixels of `Out` channels by a formula. All values of a pixel are read
before the first is written: source and destination may be the same memory. */
template <class Formula_, int In, int Out, int Pixels>
struct ColorConvert : ColorTable<kHasTable<Formula_>>
{
    using Formula = Formula_;
    using Value = typename Formula::Value;
    using Term = typename Formula::template Term<OnePixel>;
    static constexpr ThreadShape kShape =
        Pixels == kManyPixels ? shapeOfPixels(In, Out, int(sizeof(Value))) : ThreadShape{Pixels};
    using Packing = BodyPacking<int(YuvLayout::Y), kShape.pixels>;  // a pixel lies where a sample of luma would
    static constexpr int kRows = 1;

    Formula formula;
    PlaneView in[1];
    PlaneView out[1];

    static bool aligned(const PlaneView* in, const PlaneView* out, int64 rows)
    {
        return in[0].aligned(wordBytes(Packing::kPixels * In * int(sizeof(Value))), rows) &&
               out[0].aligned(wordBytes(Packing::kPixels * Out * int(sizeof(Value))), rows);
    }

    template <int N, bool Words>
    struct Source
    {
        HeldSamples<Value, N * In, In, Words> pixels;
    };

    template <int N, bool Words>
    CV_CUDASTRIPE_HD void load(Source<N, Words>& source, const BodyPlace& at) const
    {
        constexpr PlanePacking pixels = kPixelPacking<In>;
        source.pixels.load(Packing::template samplesIn<const Value>(in[0], pixels, 0, at, at.by.in), N * In, at.whole);
    }

    template <int N, bool Words>
    CV_CUDASTRIPE_HD void convert(const Source<N, Words>& source, const BodyPlace& at) const
    {
        constexpr PlanePacking pixels = kPixelPacking<Out>;
        const auto& own = this->with(formula);
        Term values[N * Out];
        for (int i = 0; i < N; ++i) {
            Term c[In], o[Out];
            for (int k = 0; k < In; ++k)
                c[k] = termOf(source.pixels, i * In + k);
            own.template run<OnePixel>(c, o);
            for (int k = 0; k < Out; ++k)
                values[i * Out + k] = o[k];
        }
        storeSaturated<Formula, Words, true>(
            values, Packing::template samplesIn<Value>(out[0], pixels, 0, at, at.by.out), N * Out, at.whole);
    }

private:
    template <class Samples>
    CV_CUDASTRIPE_HD static Term termOf(const Samples& samples, int i)
    {
        if constexpr (std::is_same<Value, float>::value)
            return samples.held[i];
        else
            return samples.at(i);
    }
};

template <class Formula, int In, int Out, int Pixels>
using ColorBody = YuvBody<ColorConvert<Formula, In, Out, Pixels>>;

//! For memory that is aligned to the words of few pixels only. Larger values than bytes have no other shape.
template <class Formula, int In, int Out>
using FewPixelsBody = ColorBody<Formula, In, Out, sizeof(typename Formula::Value) == 1 ? kFewPixels : kManyPixels>;

}}  // namespace cv::cudastripe
