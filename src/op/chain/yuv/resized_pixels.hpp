// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The pixels of a YUV format, one at a time.

#pragma once

#include "source.hpp"

namespace cv { namespace cudastripe {

//! A pixel; values behind its channels are 0.
template <class Sample>
struct PixelValues
{
    Sample of[4];

    CV_CUDASTRIPE_HD Sample operator[](int channel) const { return of[channel]; }
};

//! The part of a picture that is resized, in rows of the planes, which may begin below the picture's first row.
struct ResizedPart
{
    int left, top;
    int lastRow;  //!< of the part; rows beyond it repeat its first and last one

    CV_CUDASTRIPE_HD int rowOf(int row) const { return top + (row < 0 ? 0 : row > lastRow ? lastRow : row); }
};

struct ResizedYuvPixels
{
    bool interpolates;
    YuvPlaces places;  //!< unless chroma is interpolated
    YuvDecodeFormulas formulas;
    ChainYuvLinearSource linear;  //!< if it is
    ResizedPart part;

    template <class Sample>
    static constexpr bool kHas = std::is_same<Sample, uchar>::value || std::is_same<Sample, ushort>::value;

    template <class Sample>
    CV_CUDASTRIPE_HD PixelValues<Sample> at(int row, int col, int64 by) const
    {
        const int y = part.rowOf(row), x = part.left + col;
        PixelValues<Sample> values;
        if constexpr (sizeof(Sample) == 1)
            interpolates ? interpolate(linear.bodies.ofBytes, y, x, by, values)
                         : decode(formulas.ofBytes, y, x, by, values);
        else
            interpolates ? interpolate(linear.bodies.ofWords, y, x, by, values)
                         : decode(formulas.ofWords, y, x, by, values);
        return values;
    }

private:
    template <class Formula, class Sample>
    CV_CUDASTRIPE_HD void decode(const Formula& formula, int y, int x, int64 by, PixelValues<Sample>& values) const
    {
        const auto code = [&](int kind, int row) {
            constexpr int kPixels = YuvPlaces::kPixels;
            const YuvPlaces::Kind& of = places.kinds[kind];
            const auto* const from = of.samples<typename Formula::Sample>(x / kPixels, row, by);
            return formula.code(from[of.at[x % kPixels]]);
        };
        typename Formula::Sum terms[3];
        formula.ofChroma(places.chroma ? code(FirstChromaSample, y >> places.rowShift) : formula.neutral,
                         places.chroma ? code(SecondChromaSample, y >> places.rowShift) : formula.neutral, terms);
        const auto luma = formula.ofLuma(code(LumaSample, y));
        for (int c = 0; c < 3; ++c)
            values.of[c] = formula.saturated(formula.channel(luma, terms[c]));
        values.of[3] = static_cast<Sample>(formula.kMax);
    }

    template <class Body, class Sample>
    CV_CUDASTRIPE_HD static void interpolate(const Body& body, int y, int x, int64 by, PixelValues<Sample>& values)
    {
        Sample four[16];
        body.load(static_cast<unsigned>(x) / 4 * 4, static_cast<unsigned>(y), {by, 0}, four);
        for (int c = 0; c < 4; ++c)
            values.of[c] = four[x % 4 * 4 + c];
    }
};

}}  // namespace cv::cudastripe
