// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Where kernels of chains with a YUV format take their pixels from: an image, or planes of YUV.

#pragma once

#include "../../yuv/decode_formula.hpp"
#include "../../yuv/linear_body.hpp"
#include "../../yuv/places.hpp"
#include "../body/memory.hpp"

namespace cv { namespace cudastripe {

//! Four pixels of an image of any depth.
struct ChainImageSource
{
    struct Samples
    {
    };

    PlaneView image;
    bool aligned;

    template <class Program, class Word>
    CV_CUDASTRIPE_HD void load(const Program& program, const FourPixels& pixels, Samples&,
                               ChainGroup<Word>& group) const
    {
        loadGroup(program.srcDepth, image.row(pixels.row) + pixels.by.in, pixels.place(program.srcChannels), aligned,
                  group);
    }
};

//! Four pixels of a YUV format, as the integers that the chain begins with. Rows of a block are loaded in order.
struct ChainYuvSource
{
    static constexpr int kPixels = YuvPlaces::kPixels;

    //! Chroma is kept from row to row.
    struct Samples
    {
        int codes[kSampleKinds][kPixels] = {};
    };

    YuvPlaces places;
    YuvDecodeFormulas formulas;

    template <class Program, class Word>
    CV_CUDASTRIPE_HD void load(const Program&, const FourPixels& pixels, Samples& samples,
                               ChainGroup<Word>& group) const
    {
        formulas.with([&](const auto& formula) { loadBy(formula, pixels, samples, group); });
    }

private:
    template <class Formula, class Word>
    CV_CUDASTRIPE_HD void loadBy(const Formula& formula, const FourPixels& pixels, Samples& samples,
                                 ChainGroup<Word>& group) const
    {
        for (int k = 0; k < kSampleKinds; ++k) {
            const bool luma = k == LumaSample;
            if (!luma && (!places.chroma || (pixels.row & places.rowShift) != 0))
                continue;
            const std::int64_t row = luma ? pixels.row : pixels.row >> places.rowShift;
            const auto* from = places.kinds[k].samples<typename Formula::Sample>(pixels.x, row, pixels.by.in);
            for (int p = 0; p < kPixels; ++p)
                samples.codes[k][p] = p < pixels.left() ? formula.code(from[places.kinds[k].at[p]]) : 0;
        }
        for (int p = 0; p < kPixels; ++p) {
            typename Formula::Sum terms[3];
            formula.ofChroma(places.chroma ? samples.codes[FirstChromaSample][p] : formula.neutral,
                             places.chroma ? samples.codes[SecondChromaSample][p] : formula.neutral, terms);
            const typename Formula::Sum luma = formula.ofLuma(samples.codes[LumaSample][p]);
            for (int c = 0; c < 3; ++c)
                group.values[p][c] = wordOf<Word>(int(Formula::saturated(Formula::channel(luma, terms[c]))));
            group.values[p][3] = wordOf<Word>(int(Formula::kMax));
        }
    }
};

//! Four pixels of a YUV format whose chroma is interpolated.
struct ChainYuvLinearSource
{
    struct Samples
    {
    };

    ByDepth<YuvLinearBody<uchar, uchar>, YuvLinearBody<ushort, ushort>> bodies;

    template <class Program, class Word>
    CV_CUDASTRIPE_HD void load(const Program&, const FourPixels& pixels, Samples&, ChainGroup<Word>& group) const
    {
        bodies.with([&](const auto& body) { loadBy(body, pixels, group); });
    }

private:
    template <class Value, class Word>
    CV_CUDASTRIPE_HD static void loadBy(const YuvLinearBody<Value, Value>& body, const FourPixels& pixels,
                                        ChainGroup<Word>& group)
    {
        Value values[16];
        body.load(static_cast<unsigned>(pixels.x * 4), static_cast<unsigned>(pixels.row), pixels.by, values);
        for (int i = 0; i < 16; ++i)
            group.values[i / 4][i % 4] = wordOf<Word>(int(values[i]));
    }
};

}}  // namespace cv::cudastripe
