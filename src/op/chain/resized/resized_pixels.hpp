// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The pixels of a YUV format, one at a time.

#pragma once

#include "../yuv/source.hpp"

namespace cv { namespace cudastripe {

//! A pixel: three colours and alpha.
template <class Sample>
struct PixelValues
{
    Sample of[4];

    CV_CUDASTRIPE_HD Sample operator[](int channel) const { return of[channel]; }
};

//! The part of a picture that is resized. Its rows are those of planes that may begin below the picture's top.
struct ResizedPart
{
    int left, top;
    int lastRow;  //!< of the part; beyond it the part's first and last rows repeat

    CV_CUDASTRIPE_HD int rowOf(int row) const { return top + (row < 0 ? 0 : row > lastRow ? lastRow : row); }
};

//! `Interpolates`: chroma is interpolated.
template <bool Interpolates>
struct ResizedYuvPixels
{
    std::conditional_t<Interpolates, ChainYuvLinearSource, YuvPlaces> places;
    YuvDecodeFormulas formulas;
    ResizedPart part;

    template <class Sample>
    static constexpr bool kHas = std::is_same<Sample, uchar>::value || std::is_same<Sample, ushort>::value;

    //! A row of the part.
    template <class Sample>
    struct Row
    {
        const ResizedYuvPixels& pixels;
        int y;
        int64 by;
        const Sample* samples[kSampleKinds];  //!< of each kind, unless chroma is interpolated

        CV_CUDASTRIPE_HD PixelValues<Sample> at(int col) const
        {
            const int x = pixels.part.left + col;
            PixelValues<Sample> values;
            if constexpr (Interpolates && sizeof(Sample) == 1)
                interpolate(pixels.places.bodies.ofBytes, y, x, by, values);
            else if constexpr (Interpolates)
                interpolate(pixels.places.bodies.ofWords, y, x, by, values);
            else if constexpr (sizeof(Sample) == 1)
                decode(pixels.formulas.ofBytes, x, values);
            else
                decode(pixels.formulas.ofWords, x, values);
            return values;
        }

    private:
        template <class Formula>
        CV_CUDASTRIPE_HD void decode(const Formula& formula, int x, PixelValues<Sample>& values) const
        {
            const auto code = [&](int kind) {
                return formula.code(samples[kind][pixels.places.kinds[kind].offset(unsigned(x))]);
            };
            const bool chroma = pixels.places.chroma;
            typename Formula::Sum terms[3];
            formula.ofChroma(chroma ? code(FirstChromaSample) : formula.neutral,
                             chroma ? code(SecondChromaSample) : formula.neutral, terms);
            const auto luma = formula.ofLuma(code(LumaSample));
            for (int c = 0; c < 3; ++c)
                values.of[c] = formula.saturated(formula.channel(luma, terms[c]));
            values.of[3] = static_cast<Sample>(formula.kMax);
        }
    };

    //! Row `number` of the part, in the image that lies `by` bytes after that of the planes.
    template <class Sample>
    CV_CUDASTRIPE_HD Row<Sample> row(int number, int64 by) const
    {
        Row<Sample> row = {*this, part.rowOf(number), by, {}};
        if constexpr (!Interpolates) {
            for (int kind = 0; kind < kSampleKinds; ++kind) {
                if (kind == LumaSample || places.chroma)
                    row.samples[kind] = places.kinds[kind].template samples<const Sample>(
                        0, kind == LumaSample ? row.y : row.y >> places.rowShift, by);
            }
        }
        return row;
    }

private:
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
