// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The samples of the threads of YUV kernels: how they are loaded, held, and stored.

#pragma once

#include <cstdint>

#include "../../model/yuv/packing.hpp"
#include "../plane_view.hpp"
#include "../word_bytes.hpp"

namespace cv { namespace cudastripe {

//! Where a thread works, and where the image ends.
struct BodyPlace
{
    unsigned first;  //!< the thread's first pixel of a row
    unsigned group;  //!< the number of a group of rows that share chroma
    unsigned cols, lastRow;
    PlaneShift by;
    bool whole = true;  //!< all of the thread's pixels are there, and wide words can be loaded and stored
};

//! True if all planes are aligned to the widest words into which the samples of `pixels` pixels can be divided.
template <class T>
bool wordsAligned(const YuvPacking& packing, int pixels, const PlaneView* planes, int64 rows)
{
    bool all = true;
    for (int p = 0; p < packing.planeCount; ++p) {
        const int samples = pixels / packing.planes[p].cols * packing.planes[p].length;
        all = all && planes[p].aligned(wordBytes(samples * int(sizeof(T))), rows);
    }
    return all;
}

//! The number of a sample among the thread's samples of its kind.
CV_CUDASTRIPE_HD constexpr int indexOf(const PlanePacking& plane, int sample)
{
    const int at = sample % plane.length;
    return sample / plane.length * plane.count[plane.kinds[at]] + plane.before[at];
}

//! An image is a plane of pixels.
template <int Channels>
constexpr PlanePacking kPixelPacking = {Channels, {}, {}, {}, 1, true};

//! Neighbouring samples, in groups of `Length`. If `Wide`, they are loaded as words, and bytes are held in words.
template <class T, int Count, int Length, bool Wide>
struct HeldSamples
{
    static constexpr bool kInWords = Wide && sizeof(T) == 1;
    using Held = std::conditional_t<kInWords, std::uint32_t, T>;
    alignas(16) Held held[kInWords ? (Count + 3) / 4 : Count] = {};

    //! Repeats the row's last group in place of samples after the first `left`, which would lie in another row.
    CV_CUDASTRIPE_HD void load(const T* from, unsigned left, bool whole)
    {
        if (Wide && whole)
            return copyWords<Count* int(sizeof(T))>(held, from);
        for (unsigned i = 0; i < Count; ++i) {
            if constexpr (kInWords)
                held[i / 4] |= Held(from[placeOf(i, left)]) << (i % 4 * 8);
            else
                held[i] = from[placeOf(i, left)];
        }
    }

    //! The sample to load as sample i. For two groups a single comparison is enough.
    CV_CUDASTRIPE_HD static unsigned placeOf(unsigned i, unsigned left)
    {
        if (Count <= 2 * Length)
            return i >= Length && left == Length ? i - Length : i;
        return i < left ? i : left - Length + i % Length;
    }

    CV_CUDASTRIPE_HD int at(int i) const
    {
        if constexpr (kInWords)
            return byteOf(held[i / 4], i % 4);
        else
            return held[i];
    }
};

//! Stores neighbouring values, saturated by the formula. Threads exchange wide words of bytes; other wide words only if
//! `Exchanges`. If not `whole`, stores only the first `room` values.
template <class Formula, bool Wide, bool Exchanges, int Count, class T, class Value = typename Formula::Value>
CV_CUDASTRIPE_HD inline void storeSaturated(const T (&values)[Count], Value* to, unsigned room, bool whole)
{
    constexpr int bytes = Count * int(sizeof(Value));
    if (!Wide || !whole) {
        for (int i = 0; i < Count; ++i) {
            if (unsigned(i) < room)
                to[i] = Formula::saturated(values[i]);
        }
    } else if constexpr (sizeof(Value) == 1 && Count % 4 == 0) {
        alignas(16) std::uint32_t words[Count / 4];
        for (int i = 0; i < Count / 4; ++i)
            words[i] = saturatedBytes(values[i * 4], values[i * 4 + 1], values[i * 4 + 2], values[i * 4 + 3]);
        storeWords<bytes>(to, words);
    } else {
        alignas(16) Value stored[Count];
        for (int i = 0; i < Count; ++i)
            stored[i] = Formula::saturated(values[i]);
        if constexpr (Exchanges)
            storeWords<bytes>(to, stored);
        else
            copyWords<bytes>(to, stored);
    }
}

//! A thread has `Pixels` neighbouring pixels of all rows that share chroma, or a group of the layout if that is more.
template <int Layout, int Pixels>
struct BodyPacking
{
    static constexpr YuvPacking kPacking = packingOf(Layout);
    static constexpr int kGroup = kPacking.planes[0].cols > kPacking.cols ? kPacking.planes[0].cols : kPacking.cols;
    static constexpr int kRows = kPacking.rows;
    static constexpr int kPixels = Pixels > kGroup ? Pixels : kGroup;
    //! Loads and stores are wide if the layout's groups fit in the pixels. Pixels == 0: sample by sample.
    static constexpr bool kWide = Pixels >= kGroup;
    //! True if a group at the edge may lack a column or a row; then the one before it counts twice.
    static constexpr bool kLacks = kPacking.planeCount > 1 && kPacking.cols* kPacking.rows > 1;

    //! Samples that a plane has for `pixels` pixels.
    CV_CUDASTRIPE_HD static constexpr int samplesOf(int plane, int pixels)
    {
        constexpr YuvPacking packing = kPacking;
        return pixels / packing.planes[plane].cols * packing.planes[plane].length;
    }

    //! Codes of N pixels across.
    template <int N>
    struct Codes
    {
        int luma[kRows][N];
        int chroma[2][N / kPacking.cols];

        CV_CUDASTRIPE_HD int& at(int kind, int row, int index)
        {
            return kind == LumaSample ? luma[row][index] : chroma[kind - FirstChromaSample][index];
        }
        CV_CUDASTRIPE_HD void set(int kind, int row, int index, int code) { at(kind, row, index) = code; }
    };

    //! The thread's first sample in its row `r` of a plane; a row of chroma belongs to all rows of the thread. If a
    //! group at the lower edge lacks a row, the one before it counts twice.
    template <class T>
    CV_CUDASTRIPE_HD static T* samplesIn(const PlaneView& view, const PlanePacking& plane, int r, const BodyPlace& at,
                                         int64 by)
    {
        const unsigned row = plane.luma ? at.group * kRows + unsigned(r) : at.group;
        uchar* const bytes = view.rowOfImage(r > 0 && row > at.lastRow ? at.lastRow : row) + by;
        return reinterpret_cast<T*>(bytes) + size_t(at.first / unsigned(plane.cols)) * plane.length;
    }

    //! The samples of a plane up to the row's end, or those of N pixels if these never go beyond it.
    template <int N>
    CV_CUDASTRIPE_HD static unsigned samplesLeft(const PlanePacking& plane, const BodyPlace& at)
    {
        if (N == kGroup && !kLacks)
            return unsigned(N * plane.length);
        return (at.cols - at.first + unsigned(plane.cols) - 1) / unsigned(plane.cols) * unsigned(plane.length);
    }

    //! Takes codes out of the planes from number `Plane` on: `codes.set(kind, row, index, code)`.
    template <int N, bool Words, int Plane = 0, class Formula, class Codes>
    CV_CUDASTRIPE_HD static void unpack(const Formula& formula, const PlaneView* planes, const BodyPlace& at,
                                        Codes& codes)
    {
        using Sample = typename Formula::Sample;
        constexpr PlanePacking plane = kPacking.planes[Plane];
        constexpr int count = samplesOf(Plane, N);
        for (int r = 0; r < (plane.luma ? kRows : 1); ++r) {
            HeldSamples<Sample, count, plane.length, Words> samples;
            samples.load(samplesIn<const Sample>(planes[Plane], plane, r, at, at.by.in), samplesLeft<N>(plane, at),
                         at.whole);
            for (int i = 0; i < count; ++i)
                codes.set(plane.kinds[i % plane.length], r, indexOf(plane, i), formula.code(Sample(samples.at(i))));
        }
        if constexpr (Plane + 1 < kPacking.planeCount)
            unpack<N, Words, Plane + 1>(formula, planes, at, codes);
    }

    //! Puts samples into the planes from number `Plane` on: `codes.at(kind, row, index)`.
    template <int N, bool Words, class Formula, int Plane = 0, class Codes>
    CV_CUDASTRIPE_HD static void pack(Codes& codes, const PlaneView* planes, const BodyPlace& at)
    {
        using Value = typename Formula::Value;
        constexpr PlanePacking plane = kPacking.planes[Plane];
        constexpr int count = samplesOf(Plane, N);
        for (int r = 0; r < (plane.luma ? kRows : 1); ++r) {
            int samples[count];
            for (int i = 0; i < count; ++i)
                samples[i] = codes.at(plane.kinds[i % plane.length], r, indexOf(plane, i));
            storeSaturated<Formula, Words, true>(samples, samplesIn<Value>(planes[Plane], plane, r, at, at.by.out),
                                                 samplesLeft<N>(plane, at), at.whole);
        }
        if constexpr (Plane + 1 < kPacking.planeCount)
            pack<N, Words, Formula, Plane + 1>(codes, planes, at);
    }
};

}}  // namespace cv::cudastripe
