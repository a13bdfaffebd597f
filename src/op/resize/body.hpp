// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The kernel bodies that resize.

#pragma once

#include "../word_bytes.hpp"
#include "math.hpp"
#include "pixel_pairs.hpp"
#include "tables.hpp"

namespace cv { namespace cudastripe {

//! What all kernels that resize know.
struct ResizeWork
{
    PlaneView src;  //!< its row 0 is row `firstSource` of the source
    PlaneView dst;  //!< its row 0 is row `firstResult` of the result
    int firstSource;
    int lastSource;  //!< of all rows
    int firstResult;
    int channels;
    TapPlaces across, down;
    const uchar* table;  //!< in memory of the device that runs the body
    int64 tableAt = 0;   //!< see kReadsTable

    const SourceSpan* acrossSpans() const { return reinterpret_cast<const SourceSpan*>(table + across.spans); }
    //! A row of an image that lies `by` bytes behind; beyond the source the nearest one.
    template <class Sample>
    CV_CUDASTRIPE_HD const Sample* sourceRow(int row, int64 by) const
    {
        const int inside = row < 0 ? 0 : row > lastSource ? lastSource : row;
        return reinterpret_cast<const Sample*>(src.base + (inside - firstSource) * src.step + by);
    }
};

//! Weighted sums, across and then down.
template <class Math>
struct ResizeBody : ResizeWork
{
    using Sample = typename Math::Sample;
    using Weight = typename Math::Weight;
    using Sum = typename Math::Sum;

    Math math;

    //! What one thread makes: so many pixels of a row; few where many taps are summed without tiles.
    static constexpr int kPixels = Math::kDownFirst ? 1 : 4;
    int cols;              //!< of the result
    bool wide;             //!< they can be stored by wide words
    int pixels = kPixels;  //!< or 1: threads that read across the bus wait less if neighbours read neighbours

    int64 items() const { return (int64(cols) + pixels - 1) / pixels; }

    CV_CUDASTRIPE_HD void operator()(int64 x, int64 y, PlaneShift by = PlaneShift()) const
    {
        switch (channels) {
        case 1:
            return makePixels<1>(int(x) * pixels, int(y), by);
        case 2:
            return makePixels<2>(int(x) * pixels, int(y), by);
        case 3:
            return makePixels<3>(int(x) * pixels, int(y), by);
        default:
            return makePixels<4>(int(x) * pixels, int(y), by);
        }
    }

    //! A value of a pixel as it is summed.
    template <int Channels>
    CV_CUDASTRIPE_HD static Sample sampleOf(const Sample* pixel, int channel)
    {
        if constexpr (Math::kPremultiplied)
            return channel < Channels - 1 ? Math::premultiplied(pixel[channel], pixel[Channels - 1]) : pixel[channel];
        else
            return pixel[channel];
    }

    //! The values of a pixel from the sums of so many rows.
    template <int Channels>
    CV_CUDASTRIPE_HD void finish(const Sum (&sums)[Channels], int x, int rows, Sample* values) const
    {
        for (int c = 0; c < Channels; ++c)
            values[c] = math.result(sums[c], x * Channels + c, rows);
        if constexpr (Math::kPremultiplied) {
            for (int c = 0; c < Channels - 1; ++c)
                values[c] = Math::straight(values[c], values[Channels - 1]);
        }
    }

private:
    template <int Channels>
    CV_CUDASTRIPE_HD void makePixels(int first, int y, PlaneShift by) const
    {
        alignas(16) Sample values[kPixels * Channels];
        Sample* const to = reinterpret_cast<Sample*>(dst.base + y * dst.step + by.out) + int64(first) * Channels;
        const int count = cols - first < pixels ? cols - first : pixels;
        for (int p = 0; p < kPixels; ++p) {
            if (p < count)
                makePixel<Channels>(first + p, y, by, values + p * Channels);
        }
        if (wide && count == kPixels)
            return storeWords<kPixels * Channels* int(sizeof(Sample))>(to, values);
        for (int i = 0; i < kPixels * Channels; ++i) {
            if (i < count * Channels)
                to[i] = values[i];
        }
    }

    template <int Channels>
    CV_CUDASTRIPE_HD void makePixel(int x, int y, PlaneShift by, Sample* values) const
    {
        const int row = firstResult + y;
        const Taps tapsDown = {down.span(table, row), down.weightsOf<Weight>(table, row)};
        const Taps tapsAcross = {across.span(table, x), across.weightsOf<Weight>(table, x)};
        const auto pixel = [&](int r, int c) {
            return sourceRow<Sample>(tapsDown.span.first + r, by.in) + int64(tapsAcross.span.first + c) * Channels;
        };
        Sum sums[Channels] = {};
        if constexpr (Math::kDownFirst) {
            const auto sumColumn = [&](int c, Sum(&column)[Channels]) {
                sumOnce<Channels>(
                    tapsDown, [&](int r) { return pixel(r, c); }, column);
            };
            addSums<Channels>(tapsAcross, sumColumn, sums);
        } else {
            const auto sumRow = [&](int r, Sum(&own)[Channels]) { sumAcross<Channels>(pixel(r, 0), tapsAcross, own); };
            addSums<Channels>(tapsDown, sumRow, sums);
        }
        finish<Channels>(sums, x, tapsDown.span.count, values);
    }

    struct Taps
    {
        SourceSpan span;
        const Weight* weights;
    };

    //! Sums of sums: sumInner(k, sums) makes those of tap k.
    template <int Channels, class SumInner>
    CV_CUDASTRIPE_HD void addSums(const Taps& taps, const SumInner& sumInner, Sum (&sums)[Channels]) const
    {
        for (int i = 0; i < taps.span.count; ++i) {
            const int k = Math::kLastRowFirst ? taps.span.count - 1 - i : i;
            Sum innerSums[Channels] = {};
            sumInner(k, innerSums);
            for (int c = 0; c < Channels; ++c) {
                const Sum term = Math::down(Math::middle(innerSums[c]), taps.weights[k]);
                sums[c] = i == 0 ? term : plus(sums[c], term);
            }
        }
    }

    //! The sums of pixels that follow each other in a row. A device reads two at a time, but at the end of the row.
    template <int Channels>
    CV_CUDASTRIPE_HD void sumAcross(const Sample* first, const Taps& taps, Sum (&sums)[Channels]) const
    {
#ifdef __CUDA_ARCH__
        if constexpr (std::is_same<Weight, short>::value && Channels >= 3) {
            if ((taps.span.first + across.width) * Channels + 3 <= src.rowBytes) {
                int whole[Channels] = {};
                for (int k = 0; k < across.width; k += 2) {
                    const int pair = *reinterpret_cast<const int*>(taps.weights + k);
                    PixelPair<Channels>(first + k * Channels).addTo(whole, pair);
                }
                for (int c = 0; c < Channels; ++c)
                    sums[c] = Math::ofWhole(whole[c]);
                return;
            }
        }
#endif
        sumOnce<Channels>(
            taps, [&](int k) { return first + int64(k) * Channels; }, sums);
    }

    template <int Channels, class PixelAt>
    CV_CUDASTRIPE_HD void sumOnce(const Taps& taps, const PixelAt& pixelAt, Sum (&sums)[Channels]) const
    {
        for (int i = 0; i < taps.span.count; ++i) {
            const Sample* const pixel = pixelAt(i);
            for (int c = 0; c < Channels; ++c) {
                const Sum term = Math::across(sampleOf<Channels>(pixel, c), taps.weights[i]);
                sums[c] = i == 0 ? term : plus(sums[c], term);
            }
        }
    }
};

//! Copies the nearest pixel: `channels` values of the size of Value.
template <class Value>
struct NearestBody : ResizeWork
{
    CV_CUDASTRIPE_HD void operator()(int64 x, int64 y, PlaneShift by = PlaneShift()) const
    {
        const Value* const row = sourceRow<Value>(down.span(table, firstResult + y).first, by.in);
        const Value* const from = row + int64(across.span(table, x).first) * channels;
        Value* const to = reinterpret_cast<Value*>(dst.base + y * dst.step + by.out) + x * channels;
        for (int c = 0; c < channels; ++c)
            to[c] = from[c];
    }
};

//! INTER_AREA of 16U and 32F that shrinks by integers: the order of the sums matters.
template <class Sample>
struct BoxBody : ResizeWork
{
    int cols, rows;    //!< of a whole box
    int wholeSamples;  //!< of a row of the result: those whose boxes are whole
    int pairSamples;   //!< of them: those of 2 x 2 that are added as pairs

    CV_CUDASTRIPE_HD void operator()(int64 x, int64 y, PlaneShift by = PlaneShift()) const
    {
        const SourceSpan wide = across.span(table, x), high = down.span(table, firstResult + y);
        Sample* const to = reinterpret_cast<Sample*>(dst.base + y * dst.step + by.out) + x * channels;
        for (int c = 0; c < channels; ++c)
            to[c] = mean(wide, high, c, int(x) * channels + c, by.in);
    }

private:
    CV_CUDASTRIPE_HD Sample mean(SourceSpan wide, SourceSpan high, int channel, int at, int64 by) const
    {
        const auto sample = [&](int k) {
            const Sample* const row = sourceRow<Sample>(high.first + k / wide.count, by);
            return row[int64(wide.first + k % wide.count) * channels + channel];
        };
        const int count = wide.count * high.count;
        if (at >= wholeSamples || high.count < rows)
            return ofReal<Sample>(quotientOf(sumOfSingles(sample, 0.f, 0, count), static_cast<float>(count)));
        if (at < pairSamples)
            return meanOfPairs(sample(0), sample(1), sample(2), sample(3));
        const float part = quotientOf(1.f, static_cast<float>(count));
        float sum = 0;
        int k = 0;
        for (; k <= count - 4; k += 4)
            sum = sumOf(sum, sumOfFour(sample(k), sample(k + 1), sample(k + 2), sample(k + 3)));
        return ofReal<Sample>(productOf(sumOfSingles(sample, sum, k, count), part));
    }

    template <class At>
    CV_CUDASTRIPE_HD static float sumOfSingles(const At& sample, float sum, int first, int count)
    {
        for (int k = first; k < count; ++k)
            sum = sumOf(sum, static_cast<float>(sample(k)));
        return sum;
    }

    CV_CUDASTRIPE_HD static float sumOfFour(float a, float b, float c, float d)
    {
        return sumOf(sumOf(sumOf(a, b), c), d);
    }
    CV_CUDASTRIPE_HD static float sumOfFour(ushort a, ushort b, ushort c, ushort d)
    {
        return static_cast<float>(int(a) + b + c + d);
    }
    CV_CUDASTRIPE_HD static float meanOfPairs(float a, float b, float c, float d)
    {
        return ofReal<float>(productOf(sumOf(sumOf(a, b), sumOf(c, d)), 0.25f));
    }
    CV_CUDASTRIPE_HD static ushort meanOfPairs(ushort a, ushort b, ushort c, ushort d)
    {
        return static_cast<ushort>((int(a) + b + c + d + 2) >> 2);
    }
};

}}  // namespace cv::cudastripe
