// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The kernel that resizes the picture of a YUV format.

#pragma once

#include "../../resize/math/method.hpp"
#include "../../resize/math/sums.hpp"
#include "../../resize/tables.hpp"
#include "resized_pixels.hpp"

namespace cv { namespace cudastripe {

//! Any arithmetic for which ResizeMethod::readsFew() is true.
struct AnyResizeMath
{
    ResizeMethod method;

    template <class Use>
    CV_CUDASTRIPE_HD void with(const Use& use) const
    {
        method.with(use);
    }
};

//! The arithmetic that is used most, for a kernel with few registers.
struct LinearResizeMath
{
    template <class Use>
    CV_CUDASTRIPE_HD void with(const Use& use) const
    {
        use(LinearBytes());
    }
};

/** @brief Resizes the picture of a YUV format. Each thread makes a pixel, and decodes all pixels that it sums. If these
are few, most of the source is not read. */
template <class Math_, bool Interpolates>
struct YuvResizeBody
{
    using Pixels = ResizedYuvPixels<Interpolates>;

    Pixels pixels;
    Math_ maths;
    TapPlaces across, down;
    PlaneView dst;  //!< its row 0 is row `firstResult` of the result
    int firstResult;
    int channels;
    const uchar* table;
    int64 tableAt = 0;  //!< see kReadsTable

    CV_CUDASTRIPE_HD void operator()(int64 x, int64 y, PlaneShift by = PlaneShift()) const { runWith(table, x, y, by); }

    //! As operator(), with the table at `taps`.
    CV_CUDASTRIPE_HD void runWith(const uchar* taps, int64 x, int64 y, PlaneShift by) const
    {
        maths.with([&](const auto& math) {
            using Sample = typename std::decay_t<decltype(math)>::Sample;
            if constexpr (Pixels::template kHas<Sample>) {
                const auto values =
                    pixelOf(math, static_cast<int>(x), firstResult + static_cast<int>(y), {taps, by.in});
                Sample* const to = reinterpret_cast<Sample*>(dst.row(y) + by.out) + x * channels;
                for (int c = 0; c < 4; ++c) {
                    if (c < channels)
                        to[c] = values[c];
                }
            }
        });
    }

private:
    struct Where
    {
        const uchar* table;
        int64 by;  //!< bytes from the image of the planes to this one
    };

    template <class Sample>
    CV_CUDASTRIPE_HD PixelValues<Sample> pixelOf(const NearestMath<Sample>&, int x, int y, const Where& where) const
    {
        return pixels.template row<Sample>(down.span(where.table, y).first, where.by)
            .at(across.span(where.table, x).first);
    }

    template <class Math>
    CV_CUDASTRIPE_HD PixelValues<typename Math::Sample> pixelOf(const Math& math, int x, int y,
                                                                const Where& where) const
    {
        using Sample = typename Math::Sample;
        using Weight = typename Math::Weight;
        const Taps<Weight> tapsDown = {down.span(where.table, y), down.weightsOf<Weight>(where.table, y)};
        const Taps<Weight> tapsAcross = {across.span(where.table, x), across.weightsOf<Weight>(where.table, x)};
        const auto sumRow = [&](int r, typename Math::Sum(&own)[4]) {
            const auto row = pixels.template row<Sample>(tapsDown.span.first + r, where.by);
            TapSums<Math, 4>::ofPixels(
                tapsAcross, [&](int c) { return row.at(tapsAcross.span.first + c); }, own);
        };
        typename Math::Sum sums[4] = {};
        TapSums<Math, 4>::ofSums(tapsDown, sumRow, sums);
        PixelValues<Sample> values;
        for (int c = 0; c < 4; ++c)
            values.of[c] = math.result(sums[c], x * channels + c, tapsDown.span.count);
        return values;
    }
};

}}  // namespace cv::cudastripe
