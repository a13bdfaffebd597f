// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The kernel body that converts a YUV layout to colours.

#pragma once

#include "../body_packing.hpp"
#include "../decode_formula.hpp"
#include "../shape.hpp"

namespace cv { namespace cudastripe {

/** @brief What one thread does: `kPixels` neighbouring pixels of all the rows that share chroma, so that each sample is
read once. If `Wide`, loads and stores are wide and need `aligned` planes; the rest of a row goes group by group. Else a
thread does one group. */
template <class Formula, int Channels, int Layout, bool Wide>
struct YuvDecodeBody
{
    using Sample = typename Formula::Sample;
    using Value = typename Formula::Value;
    using Sum = typename Formula::Sum;
    static constexpr ThreadShape kShape =
        Wide ? shapeFromYuv(Layout, Channels, int(sizeof(Sample)), int(sizeof(Value))) : ThreadShape();
    using Packing = BodyPacking<Layout, kShape.pixels>;
    static constexpr YuvPacking kPacking = Packing::kPacking;
    static constexpr int kGroup = Packing::kGroup, kRows = Packing::kRows, kPixels = Packing::kPixels;
    static constexpr bool kWide = Packing::kWide;
    template <int N>
    using Codes = typename Packing::template Codes<N>;
    static constexpr int kBlocks = kShape.blocks;

    Formula formula;
    PlaneView in[kPacking.planeCount];
    PlaneView out[1];
    unsigned cols, lastRow;

    static bool aligned(const PlaneView* in, const PlaneView* out, int64 rows)
    {
        return out[0].aligned(wordBytes(kPixels * Channels * int(sizeof(Value))), rows) &&
               Packing::template aligned<Sample>(in, rows);
    }

    //! Threads for a row of `cols` pixels.
    static int64 items(int64 cols) { return (cols + kPixels - 1) / kPixels; }

    // The rows and columns of an image fit in int, and longer numbers are slow on a GPU.
    CV_CUDASTRIPE_HD void operator()(int64 longX, int64 longY, PlaneShift by = PlaneShift()) const
    {
        const unsigned first = static_cast<unsigned>(longX) * kPixels, y = static_cast<unsigned>(longY);
        if (kWide && first + kPixels <= cols) {
            convert<kPixels, kWide>(first, y, by);
            return;
        }
#ifdef __CUDA_ARCH__
#pragma unroll 1
#endif
        for (unsigned i = first; i < cols && i < first + kPixels; i += kGroup)
            convert<kGroup, false>(i, y, by);
    }

private:
    static constexpr int kBlocksToExchange = 5;  // with more blocks a thread has too few registers for storeWords()

    //! N pixels, loaded and stored as words or one by one.
    template <int N, bool Words>
    CV_CUDASTRIPE_HD void convert(unsigned first, unsigned y, PlaneShift by) const
    {
        Codes<N> codes;
        loadPlane<N, 0, Words>(codes, first, y, by.in);
        if constexpr (kPacking.planeCount > 1)
            loadPlane<N, 1, Words>(codes, first, y, by.in);
        if constexpr (kPacking.planeCount > 2)
            loadPlane<N, 2, Words>(codes, first, y, by.in);
        // A single row uses what chroma adds only once, so one block's terms are held at a time.
        constexpr int held = kRows == 1 ? 1 : N / kPacking.cols;
        Sum terms[held][3];
        for (int b = 0; b < held && kRows > 1; ++b)
            ofBlock<N>(codes, b, terms[b]);
        for (int r = 0; r < kRows; ++r) {
            int values[N * Channels];
            for (int b = 0; b < N / kPacking.cols; ++b) {
                if (kRows == 1)
                    ofBlock<N>(codes, b, terms[0]);
                for (int i = b * kPacking.cols; i < (b + 1) * kPacking.cols; ++i)
                    pixel(codes.luma[r][i], terms[kRows == 1 ? 0 : b], values + i * Channels);
            }
            uchar* const row = out[0].rowOfImage(Packing::rowOf(y, r, lastRow)) + by.out;
            Value* const to = reinterpret_cast<Value*>(row) + size_t(first) * Channels;
            storeSaturated<Formula, Words, kBlocks <= kBlocksToExchange>(
                values, to, unsigned(Packing::kLacks ? (cols - first) * Channels : N * Channels));
        }
    }

    //! What chroma adds to the pixels of a block.
    template <int N>
    CV_CUDASTRIPE_HD void ofBlock(const Codes<N>& codes, int block, Sum (&terms)[3]) const
    {
        if constexpr (Channels > 1 && kPacking.chroma)
            formula.ofChroma(codes.chroma[0][block], codes.chroma[1][block], terms);
        else if constexpr (Channels > 1)
            formula.ofChroma(formula.neutral, formula.neutral, terms);
    }

    //! The channels of a pixel; a single one is luma.
    CV_CUDASTRIPE_HD void pixel(int code, const Sum (&terms)[3], int* values) const
    {
        if constexpr (Channels == 1) {
            values[0] = code;
        } else {
            const Sum luma = formula.ofLuma(code);
            for (int c = 0; c < 3; ++c)
                values[c] = Formula::channel(luma, terms[c]);
            if constexpr (Channels == 4)
                values[3] = Formula::kMax;
        }
    }

    //! Loads the samples of a plane, from all of its rows that this thread converts.
    template <int N, int Plane, bool Words>
    CV_CUDASTRIPE_HD void loadPlane(Codes<N>& codes, unsigned first, unsigned y, int64 by) const
    {
        constexpr PlanePacking plane = kPacking.planes[Plane];
        constexpr int count = Packing::samplesOf(Plane, N), rows = plane.luma ? kRows : 1;
        for (int r = 0; r < rows; ++r) {
            int samples[count];
            const uchar* const row = in[Plane].rowOfImage(rows == 1 ? y : Packing::rowOf(y, r, lastRow)) + by;
            load<count, Words>(reinterpret_cast<const Sample*>(row) + size_t(first / plane.cols) * plane.length,
                               samples, plane.luma ? cols - first : kGroup);
            for (int i = 0; i < count; ++i)
                codes.of(plane, r, i) = formula.code(static_cast<Sample>(samples[i]));
        }
    }

    template <int Count, bool Words>
    CV_CUDASTRIPE_HD static void load(const Sample* from, int (&samples)[Count], unsigned left)
    {
        if constexpr (Words && sizeof(Sample) == 1) {
            alignas(16) std::uint32_t words[(Count + 3) / 4] = {};
            copyWords<Count>(words, from);
            for (int i = 0; i < Count; ++i)
                samples[i] = byteOf(words[i / 4], i % 4);
        } else if constexpr (Words) {
            alignas(16) Sample loaded[Count];
            copyWords<Count* int(sizeof(Sample))>(loaded, from);
            for (int i = 0; i < Count; ++i)
                samples[i] = loaded[i];
        } else {
            for (int i = 0; i < Count; ++i)
                samples[i] = from[Packing::placeOf(i, 1, left)];
        }
    }
};

}}  // namespace cv::cudastripe
