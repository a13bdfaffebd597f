// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The packing of a layout as the threads of its kernels need it.

#pragma once

#include <cstdint>

#include "../../model/yuv/packing.hpp"
#include "../plane_view.hpp"
#include "../word_bytes.hpp"

namespace cv { namespace cudastripe {

//! A thread has `Pixels` neighbours of all the rows that share chroma, or a group of the layout if that is more.
template <int Layout, int Pixels>
struct BodyPacking
{
    static constexpr YuvPacking kPacking = packingOf(Layout);
    static constexpr int kGroup = kPacking.planes[0].cols > kPacking.cols ? kPacking.planes[0].cols : kPacking.cols;
    static constexpr int kRows = kPacking.rows;
    static constexpr int kPixels = Pixels > kGroup ? Pixels : kGroup;
    //! Loads and stores are wide if the layout's groups fit in the pixels. Pixels == 0: sample by sample.
    static constexpr bool kWide = Pixels >= kGroup;
    //! True if a group at the edge may lack a column or a row, in whose place the one before counts twice.
    static constexpr bool kLacks = kPacking.planeCount > 1 && kPacking.cols* kPacking.rows > 1;

    //! Samples that a plane has for `pixels` pixels.
    CV_CUDASTRIPE_HD static constexpr int samplesOf(int plane, int pixels)
    {
        constexpr YuvPacking packing = kPacking;
        return pixels / packing.planes[plane].cols * packing.planes[plane].length;
    }

    //! The number of row `r` of a group of rows.
    CV_CUDASTRIPE_HD static unsigned rowOf(unsigned group, int r, unsigned lastRow)
    {
        const unsigned row = group * kRows + unsigned(r);
        return r > 0 && row > lastRow ? lastRow : row;
    }

    //! The place of value `i` of a group of pixels with `values` values each, `left` pixels before the row's end.
    CV_CUDASTRIPE_HD static int placeOf(int i, int values, unsigned left)
    {
        return kLacks && i >= values && left == 1 ? i - values : i;
    }

    //! True if words can be as wide as the pixels allow, in all planes of samples of type T.
    template <class T>
    static bool aligned(const PlaneView* planes, int64 rows)
    {
        bool all = true;
        for (int p = 0; p < kPacking.planeCount; ++p)
            all = all && planes[p].aligned(wordBytes(samplesOf(p, kPixels) * int(sizeof(T))), rows);
        return all;
    }

    //! Codes of N pixels across.
    template <int N>
    struct Codes
    {
        int luma[kRows][N];
        int chroma[2][N / kPacking.cols];

        //! The code of a sample of a plane.
        CV_CUDASTRIPE_HD int& of(const PlanePacking& plane, int row, int sample)
        {
            const int at = sample % plane.length, kind = plane.kinds[at];
            const int index = sample / plane.length * plane.count[kind] + plane.before[at];
            return kind == LumaSample ? luma[row][index] : chroma[kind - FirstChromaSample][index];
        }
    };
};

//! Stores neighbours as the formula saturates them. Wide words are exchanged among threads if `Exchanges`; else only
//! `room` values are stored.
template <class Formula, bool Wide, bool Exchanges, int Count, class Value = typename Formula::Value>
CV_CUDASTRIPE_HD inline void storeSaturated(const int (&values)[Count], Value* to, unsigned room = Count)
{
    if constexpr (Wide && sizeof(Value) == 1 && Count % 4 == 0) {
        alignas(16) std::uint32_t words[Count / 4];
        for (int i = 0; i < Count / 4; ++i)
            words[i] = saturatedBytes(values[i * 4], values[i * 4 + 1], values[i * 4 + 2], values[i * 4 + 3]);
        storeWords<Count>(to, words);
    } else {
        alignas(16) Value stored[Count];
        for (int i = 0; i < Count; ++i)
            stored[i] = Formula::saturated(values[i]);
        if constexpr (Wide && Exchanges) {
            storeWords<Count* int(sizeof(Value))>(to, stored);
        } else if constexpr (Wide) {
            copyWords<Count* int(sizeof(Value))>(to, stored);
        } else {
            for (int i = 0; i < Count; ++i) {
                if (unsigned(i) < room)
                    to[i] = stored[i];
            }
        }
    }
}

}}  // namespace cv::cudastripe
