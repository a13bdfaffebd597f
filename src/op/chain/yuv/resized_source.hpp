// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Where kernels of chains that resize take their pixels from.

#pragma once

#include "../../resize/math/method.hpp"
#include "../../resize/math/sums.hpp"
#include "../../resize/tables.hpp"
#include "resized_pixels.hpp"

namespace cv { namespace cudastripe {

//! Four pixels of a resized image. Pixels says where those of the source come from.
template <class Pixels>
struct ChainResizedSource
{
    //! What a launch sets: see kReadsTable.
    struct Memory
    {
        static constexpr bool kHasTable = true;

        const uchar* table = nullptr;
        int64 tableAt = 0;
    };
    using Samples = Memory;

    Pixels pixels;
    ResizeMethod method;
    TapPlaces across, down;
    int firstResult;
    int channels;

    template <class Program, class Word>
    CV_CUDASTRIPE_HD void load(const Program&, const FourPixels& four, const Samples& memory,
                               ChainGroup<Word>& group) const
    {
        method.with([&](const auto& math) {
            using Sample = typename std::decay_t<decltype(math)>::Sample;
            if constexpr (Pixels::template kHas<Sample> && sizeof(Sample) <= sizeof(Word))
                loadBy(math, four, memory.table, group);
        });
    }

private:
    template <class Math, class Word>
    CV_CUDASTRIPE_HD void loadBy(const Math& math, const FourPixels& four, const uchar* table,
                                 ChainGroup<Word>& group) const
    {
        using Sample = typename Math::Sample;
        PixelValues<Sample> values[4] = {};
#ifdef __CUDA_ARCH__
#pragma unroll 1
#endif
        for (int p = 0; p < 4; ++p) {
            if (p < four.left())
                values[p] = pixelOf(math, static_cast<int>(four.x) * 4 + p, firstResult + static_cast<int>(four.row),
                                    {table, four.by.in});
        }
        for (int p = 0; p < 4; ++p) {
            for (int c = 0; c < 4; ++c)
                group.values[p][c] = wordOf<Word>(RegisterType<Sample>(values[p][c]));
        }
    }

    struct Where
    {
        const uchar* table;
        int64 by;  //!< bytes from the image that the planes describe
    };

    template <class Sample>
    CV_CUDASTRIPE_HD PixelValues<Sample> pixelOf(const NearestMath<Sample>&, int x, int y, const Where& where) const
    {
        return pixels.template at<Sample>(down.span(where.table, y).first, across.span(where.table, x).first, where.by);
    }

    template <class Sample>
    CV_CUDASTRIPE_HD PixelValues<Sample> pixelOf(const BoxMath<Sample>& math, int x, int y, const Where& where) const
    {
        const SourceSpan wide = across.span(where.table, x), high = down.span(where.table, y);
        PixelValues<Sample> values = {};
        for (int c = 0; c < channels; ++c) {
            const auto sampleAt = [&](int r, int col) {
                return pixels.template at<Sample>(high.first + r, wide.first + col, where.by)[c];
            };
            values.of[c] = math.mean(wide.count, high.count, x * channels + c, sampleAt);
        }
        return values;
    }

    template <class Math>
    CV_CUDASTRIPE_HD PixelValues<typename Math::Sample> pixelOf(const Math& math, int x, int y,
                                                                const Where& where) const
    {
        using Sample = typename Math::Sample;
        using Weight = typename Math::Weight;
        const Taps<Weight> tapsDown = {down.span(where.table, y), down.weightsOf<Weight>(where.table, y)};
        const Taps<Weight> tapsAcross = {across.span(where.table, x), across.weightsOf<Weight>(where.table, x)};
        const auto pixelAt = [&](int r, int c) {
            auto values = pixels.template at<Sample>(tapsDown.span.first + r, tapsAcross.span.first + c, where.by);
            if constexpr (Math::kPremultiplied) {
                for (int i = 0; i < channels - 1; ++i)
                    values.of[i] = Math::premultiplied(values[i], values[channels - 1]);
            }
            return values;
        };
        typename Math::Sum sums[4] = {};
        TapSums<Math, 4>::ofBoth(tapsDown, tapsAcross, pixelAt, sums);
        PixelValues<Sample> values;
        for (int c = 0; c < 4; ++c)
            values.of[c] = math.result(sums[c], x * channels + c, tapsDown.span.count);
        if constexpr (Math::kPremultiplied) {
            for (int c = 0; c < channels - 1; ++c)
                values.of[c] = Math::straight(values[c], values[channels - 1]);
        }
        return values;
    }
};

}}  // namespace cv::cudastripe
