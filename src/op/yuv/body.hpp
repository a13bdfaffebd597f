// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The kernel body of a YUV layout.

#pragma once

#include <cstring>

#include "body_packing.hpp"
#include "formula.hpp"
#include "shape.hpp"

namespace cv { namespace cudastripe {

/** @brief What one thread does: `kRuns` times `kPixels` neighbouring pixels of all the rows that share chroma, so that
each is read once. The runs of 32 threads alternate, so that a warp's loads are contiguous.

If `Wide`, loads and stores are wide and need `aligned` planes; the rest of a row goes group by group. Else a thread
does one group. */
template <class T, int Channels, int Layout, bool Wide>
struct YuvBody
{
    static constexpr int kWarp = 32;
    static constexpr ThreadShape kShape = Wide ? shapeToYuv(Layout, int(sizeof(T))) : ThreadShape();
    using Packing = BodyPacking<Layout, kShape.pixels>;
    static constexpr YuvPacking kPacking = Packing::kPacking;
    static constexpr int kGroup = Packing::kGroup, kRows = Packing::kRows, kPixels = Packing::kPixels;
    static constexpr bool kWide = Packing::kWide;
    template <int N>
    using Codes = typename Packing::template Codes<N>;  // not yet saturated to bytes
    static constexpr int kRuns = kShape.runs;
    static constexpr int kBlocks = kShape.blocks;

    YuvFormula<T> formula;
    PlaneView in[1];
    PlaneView out[kPacking.planeCount];
    unsigned cols, lastRow;

    static bool aligned(const PlaneView* in, const PlaneView* out, int64 rows)
    {
        return in[0].aligned(wordBytes(kPixels * Channels * int(sizeof(T))), rows) &&
               Packing::template aligned<T>(out, rows);
    }

    //! Threads for a row of `cols` pixels.
    static int64 items(int64 cols)
    {
        constexpr int64 ofAWarp = int64(kWarp) * kRuns * kPixels;
        return kRuns == 1 ? (cols + kPixels - 1) / kPixels : (cols + ofAWarp - 1) / ofAWarp * kWarp;
    }

    // The rows and columns of an image fit in int, and longer numbers are slow on a GPU.
    CV_CUDASTRIPE_HD void operator()(int64 longX, int64 longY, PlaneShift by = PlaneShift()) const
    {
        const unsigned x = static_cast<unsigned>(longX), y = static_cast<unsigned>(longY);
        const unsigned run = kRuns == 1 ? x : x / kWarp * (kWarp * kRuns) + x % kWarp;
        if (kWide && (run + (kRuns - 1) * kWarp + 1) * kPixels <= cols) {
            Source<kPixels, kWide> sources[kRuns];
            for (int i = 0; i < kRuns; ++i)
                sources[i].load(*this, (run + unsigned(i) * kWarp) * kPixels, y, by.in);
            afterLoads();
            for (int i = 0; i < kRuns; ++i)
                convert(sources[i], (run + unsigned(i) * kWarp) * kPixels, y, by.out);
            return;
        }
        for (unsigned i = 0; i < kRuns; ++i)
            convertInGroups((run + i * kWarp) * kPixels, y, by);
    }

private:
    CV_CUDASTRIPE_HD void convertInGroups(unsigned first, unsigned y, PlaneShift by) const
    {
#ifdef __CUDA_ARCH__
#pragma unroll 1
#endif
        for (unsigned i = first; i < cols && i < first + kPixels; i += kGroup) {
            Source<kGroup, false> source;
            source.load(*this, i, y, by.in);
            convert(source, i, y, by.out);
        }
    }

    //! Keeps the compiler from moving loads down to the use of their values, where the thread would wait for each.
    CV_CUDASTRIPE_HD static void afterLoads()
    {
#ifdef __CUDA_ARCH__
        if (kShape.loads == Loads::AllFirst)
            __syncwarp(__activemask());
#endif
    }

    //! N pixels of each row as they lie in memory, loaded as words or one by one; bytes are held in words.
    template <int N, bool Words>
    struct Source
    {
        using Held = std::conditional_t<sizeof(T) == 1, std::uint32_t, T>;
        static constexpr int kBytes = N * Channels * int(sizeof(T));
        // Rows start aligned, and the last pixel of three bytes reads the word behind it.
        static constexpr int kHeld = (kBytes + 4 + 15) / 16 * 16 / int(sizeof(Held));
        alignas(16) Held held[kRows][kHeld];

        CV_CUDASTRIPE_HD void load(const YuvBody& body, unsigned first, unsigned y, int64 by)
        {
            for (int r = 0; r < kRows; ++r) {
                const uchar* row = body.in[0].rowOfImage(Packing::rowOf(y, r, body.lastRow)) + by;
                const T* from = reinterpret_cast<const T*>(row) + size_t(first) * Channels;
                if (Words) {
                    copyWords<kBytes>(held[r], from);
                } else {
                    T values[N * Channels];
                    for (int i = 0; i < N * Channels; ++i)
                        values[i] = from[Packing::placeOf(i, Channels, body.cols - first)];
                    memcpy(held[r], values, sizeof(values));
                }
            }
        }

        CV_CUDASTRIPE_HD int at(int row, int i, int channel) const
        {
            if constexpr (sizeof(T) == 1)
                return byteOf(pixelOf<Channels>(held[row], i), channel);
            else
                return held[row][i * Channels + channel];
        }
    };

    template <int N, bool Words>
    CV_CUDASTRIPE_HD void convert(const Source<N, Words>& source, unsigned first, unsigned y, int64 by) const
    {
        constexpr int blocks = N / kPacking.cols;
        Codes<N> codes;
        int sums[3][blocks];
        for (int r = 0; r < kRows; ++r) {
            int pixels[N][3];
            for (int i = 0; i < N; ++i) {
                for (int c = 0; c < 3; ++c)
                    pixels[i][c] = source.at(r, i, c);
            }
            for (int i = 0; i < N; ++i)
                codes.luma[r][i] = formula.ofLuma(pixels[i][0], pixels[i][1], pixels[i][2]);
            if constexpr (kPacking.chroma)
                addSums<N>(pixels, r, sums);
        }
        if constexpr (kPacking.chroma) {
            for (int b = 0; b < blocks; ++b) {
                codes.chroma[0][b] = formula.ofChroma(0, sums[0][b], sums[1][b], sums[2][b]);
                codes.chroma[1][b] = formula.ofChroma(1, sums[0][b], sums[1][b], sums[2][b]);
            }
        }
        storePlane<N, 0, Words>(codes, first, y, by);
        if constexpr (kPacking.planeCount > 1)
            storePlane<N, 1, Words>(codes, first, y, by);
        if constexpr (kPacking.planeCount > 2)
            storePlane<N, 2, Words>(codes, first, y, by);
    }

    //! Sums the pixels of a row that count for chroma, or adds them to those of the row above.
    template <int N>
    CV_CUDASTRIPE_HD void addSums(const int (&pixels)[N][3], int row, int (&sums)[3][N / kPacking.cols]) const
    {
        for (int b = 0; b < N / kPacking.cols; ++b) {
            for (int c = 0; c < 3; ++c) {
                int sum = pixels[b * kPacking.cols][c];
                if (kPacking.cols > 1 && formula.sumCols) {
                    for (int i = 1; i < kPacking.cols; ++i)
                        sum += pixels[b * kPacking.cols + i][c];
                }
                if (row == 0)
                    sums[c][b] = sum;
                else if (formula.sumRows)
                    sums[c][b] += sum;
            }
        }
    }

    //! Stores the codes of a plane in the order of the packing.
    template <int N, int Plane, bool Words>
    CV_CUDASTRIPE_HD void storePlane(Codes<N>& codes, unsigned first, unsigned y, int64 by) const
    {
        constexpr PlanePacking plane = kPacking.planes[Plane];
        constexpr int count = Packing::samplesOf(Plane, N), rows = plane.luma ? kRows : 1;
        for (int r = 0; r < rows; ++r) {
            int samples[count];
            for (int i = 0; i < count; ++i)
                samples[i] = codes.of(plane, r, i);
            uchar* const row = out[Plane].rowOfImage(rows == 1 ? y : Packing::rowOf(y, r, lastRow)) + by;
            T* const to = reinterpret_cast<T*>(row) + size_t(first / plane.cols) * plane.length;
            // A group that lacks a column has one sample of luma.
            storeSaturated<YuvFormula<T>, Words, true>(samples, to,
                                                       Packing::kLacks && plane.luma ? cols - first : unsigned(count));
        }
    }
};

}}  // namespace cv::cudastripe
