// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The kernel body of packed 4:4:4, both ways.

#pragma once

#include <cstring>

#include "../plane_view.hpp"
#include "rows/formula.hpp"

namespace cv { namespace cudastripe {

//! Pixels of a thread with wide loads and stores, as measured on an H100 against a device copy of the same bytes.
template <class Formula>
constexpr int kPackedPixels = Formula::kGivesColours && sizeof(typename Formula::Value) == 2 ? 2 : 4;

/** @brief What one thread does: `Pixels` neighbouring pixels of a row, at x * Pixels. Colours have `Channels`.

With more than one pixel, loads and stores are wide and need `aligned` planes; the rest of a row goes pixel by pixel. */
template <class Formula, int Channels, int Pixels>
struct PackedYuvBody
{
    using Value = typename Formula::Value;
    static constexpr int kIn = sourceChannels<Formula>(Channels), kOut = resultChannels<Formula>(Channels);
    static constexpr int kInBytes = Pixels * kIn * static_cast<int>(sizeof(Value));
    static constexpr int kOutBytes = Pixels * kOut * static_cast<int>(sizeof(Value));

    Formula formula;
    PlaneView src;
    PlaneView dst;
    int64 cols;

    static bool aligned(const PlaneView& src, const PlaneView& dst, int64 rows)
    {
        return src.aligned(wordBytes(kInBytes), rows) && dst.aligned(wordBytes(kOutBytes), rows);
    }

    CV_CUDASTRIPE_HD void operator()(int64 x, int64 y, PlaneShift by = PlaneShift()) const
    {
        const int64 first = x * Pixels;
        const Value* in = reinterpret_cast<const Value*>(src.row(y) + by.in) + first * kIn;
        Value* out = reinterpret_cast<Value*>(dst.row(y) + by.out) + first * kOut;
        if (Pixels > 1 && first + Pixels <= cols) {
            alignas(16) Value loaded[Pixels * kIn];
            alignas(16) Value stored[Pixels * kOut];
            copyWords<kInBytes>(loaded, in);
            convertGroup(loaded, stored);
            storeWords<kOutBytes>(out, stored);
        } else {
#ifdef __CUDA_ARCH__
#pragma unroll 1
#endif
            for (int64 i = first; i < cols && i < first + Pixels; ++i, in += kIn, out += kOut)
                pixel(in, out);
        }
    }

private:
    template <class T>
    CV_CUDASTRIPE_HD void convertGroup(const T* in, T* out) const
    {
        for (int i = 0; i < Pixels; ++i)
            pixel(in + i * kIn, out + i * kOut);
    }

    CV_CUDASTRIPE_HD void convertGroup(const uchar* in, uchar* out) const
    {
        std::uint32_t words[kInBytes / 4 + 1];
        int values[kOutBytes];
        std::memcpy(words, in, kInBytes);
        for (int i = 0; i < Pixels; ++i) {
            int* const o = values + i * kOut;
            formula.ofWord(pixelOf<kIn>(words, i), o[0], o[1], o[2]);
            if (kOut == 4)
                o[kOut - 1] = Formula::kOpaque;
        }
        for (int i = 0; i + 4 <= kOutBytes; i += 4) {
            const std::uint32_t word = saturatedBytes(values[i], values[i + 1], values[i + 2], values[i + 3]);
            std::memcpy(out + i, &word, sizeof(word));
        }
    }

    CV_CUDASTRIPE_HD void pixel(const Value* in, Value* out) const
    {
        // All three are read before the first is written: source and destination may be the same memory.
        const Value c0 = in[0], c1 = in[1], c2 = in[2];
        formula(c0, c1, c2, out[0], out[1], out[2]);
        if (kOut == 4)
            out[kOut - 1] = Formula::kOpaque;
    }
};

}}  // namespace cv::cudastripe
