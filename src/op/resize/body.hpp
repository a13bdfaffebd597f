// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The kernel bodies that resize.

#pragma once

#include "../word_bytes.hpp"
#include "math/box_math.hpp"
#include "math/pixel_pairs.hpp"
#include "math/sums.hpp"
#include "tables.hpp"

namespace cv { namespace cudastripe {

//! What all kernels that resize know.
struct ResizeWork
{
    PlaneView src;  //!< its row 0 is row `firstSource` of the source
    PlaneView dst;  //!< its row 0 is row `firstResult` of the result
    int firstSource;
    int lastSource;  //!< of the source
    int firstResult;
    int channels;
    TapPlaces across, down;
    const uchar* table;  //!< in memory of the device that runs the body
    int64 tableAt = 0;   //!< see kReadsTable

    const SourceSpan* acrossSpans() const { return reinterpret_cast<const SourceSpan*>(table + across.spans); }
    //! A row of the image that lies `by` bytes after this one. Beyond the source its first or last row repeats.
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

    //! Pixels of a row that one thread makes: only one where many taps are summed without tiles.
    static constexpr int kPixels = Math::kDownFirst ? 1 : 4;
    int cols;              //!< of the result
    bool wide;             //!< pixels can be stored by wide words
    int pixels = kPixels;  //!< or 1, so that neighbouring threads read neighbouring pixels: they wait less for the bus

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

    //! A channel of a pixel as it is summed, perhaps premultiplied.
    template <int Channels>
    CV_CUDASTRIPE_HD static Sample sampleOf(const Sample* pixel, int channel)
    {
        if constexpr (Math::kPremultiplied)
            return channel < Channels - 1 ? Math::premultiplied(pixel[channel], pixel[Channels - 1]) : pixel[channel];
        else
            return pixel[channel];
    }

    //! Makes the values of a pixel from its sums over `rows` rows.
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
        using Sums = TapSums<Math, Channels>;
        const int row = firstResult + y;
        const Taps<Weight> tapsDown = {down.span(table, row), down.weightsOf<Weight>(table, row)};
        const Taps<Weight> tapsAcross = {across.span(table, x), across.weightsOf<Weight>(table, x)};
        const auto pixel = [&](int r, int c) {
            return sourceRow<Sample>(tapsDown.span.first + r, by.in) + int64(tapsAcross.span.first + c) * Channels;
        };
        const auto pixelAt = [&](int r, int c) { return Summed<Channels>{pixel(r, c)}; };
        Sum sums[Channels] = {};
#ifdef __CUDA_ARCH__
        // Sums two taps at a time, unless they would end after the row.
        constexpr bool pairs = std::is_same<Weight, short>::value && Channels >= 3;
        if (pairs && (tapsAcross.span.first + across.width) * Channels + 3 <= src.rowBytes) {
            Sums::ofSums(
                tapsDown, [&](int r, Sum(&own)[Channels]) { sumPairs<Channels>(pixel(r, 0), tapsAcross, own); }, sums);
            return finish<Channels>(sums, x, tapsDown.span.count, values);
        }
#endif
        Sums::ofBoth(tapsDown, tapsAcross, pixelAt, sums);
        finish<Channels>(sums, x, tapsDown.span.count, values);
    }

    //! The channels of a pixel as they are summed.
    template <int Channels>
    struct Summed
    {
        const Sample* pixel;

        CV_CUDASTRIPE_HD Sample operator[](int channel) const { return sampleOf<Channels>(pixel, channel); }
    };

#ifdef __CUDA_ARCH__
    //! The sums of neighbouring pixels of a row, two taps at a time.
    template <int Channels>
    __device__ void sumPairs(const Sample* first, const Taps<Weight>& taps, Sum (&sums)[Channels]) const
    {
        if constexpr (std::is_same<Weight, short>::value && Channels >= 3) {
            int whole[Channels] = {};
            for (int k = 0; k < across.width; k += 2) {
                const int pair = *reinterpret_cast<const int*>(taps.weights + k);
                PixelPair<Channels>(first + k * Channels).addTo(whole, pair);
            }
            for (int c = 0; c < Channels; ++c)
                sums[c] = Math::ofWhole(whole[c]);
        }
    }
#endif
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

//! INTER_AREA of 16U and 32F that shrinks by integers.
template <class Sample>
struct BoxBody : ResizeWork
{
    BoxMath<Sample> math;

    CV_CUDASTRIPE_HD void operator()(int64 x, int64 y, PlaneShift by = PlaneShift()) const
    {
        const SourceSpan wide = across.span(table, x), high = down.span(table, firstResult + y);
        uchar* const to = dst.base + y * dst.step + by.out + x * channels * int(sizeof(Sample));
        for (int c = 0; c < channels; ++c) {
            const auto sampleAt = [&](int r, int col) {
                const Sample* const row = sourceRow<Sample>(high.first + r, by.in);
                return loaded(row + int64(wide.first + col) * channels + c);
            };
            store(math.mean(wide.count, high.count, int(x) * channels + c, sampleAt), to + c * int(sizeof(Sample)));
        }
    }

private:
    //! Host images may be unaligned.
    CV_CUDASTRIPE_HD static Sample loaded(const Sample* from)
    {
#ifdef __CUDA_ARCH__
        return *from;
#else
        Sample sample;
        std::memcpy(&sample, from, sizeof(sample));
        return sample;
#endif
    }

    CV_CUDASTRIPE_HD static void store(Sample sample, uchar* to)
    {
#ifdef __CUDA_ARCH__
        *reinterpret_cast<Sample*>(to) = sample;
#else
        std::memcpy(to, &sample, sizeof(sample));
#endif
    }
};

}}  // namespace cv::cudastripe
