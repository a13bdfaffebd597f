// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The kernel bodies of a YUV layout: pixels to codes, and codes to pixels.

#pragma once

#include "body_packing.hpp"
#include "decode_formula.hpp"
#include "formula.hpp"
#include "shape.hpp"

namespace cv { namespace cudastripe {

//! Converts pixels of all the rows that share chroma to codes, so that each pixel is read once.
template <class T, int Channels, int Layout, bool Wide>
struct YuvEncode
{
    static constexpr ThreadShape kShape = Wide ? shapeToYuv(Layout, int(sizeof(T))) : ThreadShape();
    using Formula = YuvFormula<T>;
    using Packing = BodyPacking<Layout, kShape.pixels>;
    static constexpr YuvPacking kPacking = Packing::kPacking;
    static constexpr int kRows = Packing::kRows;

    Formula formula;
    PlaneView in[1];
    PlaneView out[kPacking.planeCount];

    static bool aligned(const PlaneView* in, const PlaneView* out, int64 rows)
    {
        return in[0].aligned(wordBytes(Packing::kPixels * Channels * int(sizeof(T))), rows) &&
               wordsAligned<T>(kPacking, Packing::kPixels, out, rows);
    }

    //! What is loaded first: N pixels of each row.
    template <int N, bool Words>
    struct Source
    {
        HeldSamples<T, N * Channels, Channels, Words> rows[kRows];
    };

    template <int N, bool Words>
    CV_CUDASTRIPE_HD void load(Source<N, Words>& source, const BodyPlace& at) const
    {
        constexpr PlanePacking pixels = kPixelPacking<Channels>;
        for (int r = 0; r < kRows; ++r)
            source.rows[r].load(Packing::template samplesIn<const T>(in[0], pixels, r, at, at.by.in),
                                Packing::template samplesLeft<N>(pixels, at), at.whole);
    }

    template <int N, bool Words>
    CV_CUDASTRIPE_HD void convert(const Source<N, Words>& source, const BodyPlace& at) const
    {
        constexpr int blocks = N / kPacking.cols;
        typename Packing::template Codes<N> codes;  // not yet saturated to bytes
        int sums[3][blocks];
        for (int r = 0; r < kRows; ++r) {
            int pixels[N][3];
            for (int i = 0; i < N; ++i) {
                for (int c = 0; c < 3; ++c)
                    pixels[i][c] = source.rows[r].at(i * Channels + c);
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
        Packing::template pack<N, Words, Formula>(codes, out, at);
    }

private:
    //! Sums the pixels of a row that count for chroma, or adds them to the sums of the row above.
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
};

//! Converts codes of all the rows that share chroma to pixels, so that each sample is read once.
template <class Formula_, int Channels, int Layout, bool Wide>
struct YuvDecode
{
    using Formula = Formula_;
    using Value = typename Formula::Value;
    using Sum = typename Formula::Sum;
    static constexpr ThreadShape kShape =
        Wide ? shapeFromYuv(Layout, Channels, int(sizeof(typename Formula::Sample)), int(sizeof(Value)))
             : ThreadShape();
    using Packing = BodyPacking<Layout, kShape.pixels>;
    static constexpr YuvPacking kPacking = Packing::kPacking;
    static constexpr int kRows = Packing::kRows;
    static constexpr int kBlocksToExchange = 5;  // with more blocks a thread has too few registers for storeWords()

    Formula formula;
    PlaneView in[kPacking.planeCount];
    PlaneView out[1];

    static bool aligned(const PlaneView* in, const PlaneView* out, int64 rows)
    {
        return out[0].aligned(wordBytes(Packing::kPixels * Channels * int(sizeof(Value))), rows) &&
               wordsAligned<typename Formula::Sample>(kPacking, Packing::kPixels, in, rows);
    }

    template <int N, bool Words>
    struct Source
    {
        typename Packing::template Codes<N> codes;
    };

    template <int N, bool Words>
    CV_CUDASTRIPE_HD void load(Source<N, Words>& source, const BodyPlace& at) const
    {
        Packing::template unpack<N, Words>(formula, in, at, source.codes);
    }

    template <int N, bool Words>
    CV_CUDASTRIPE_HD void convert(const Source<N, Words>& source, const BodyPlace& at) const
    {
        constexpr PlanePacking pixels = kPixelPacking<Channels>;
        // A single row uses the terms of chroma only once, so the terms of only one block are held.
        constexpr int held = kRows == 1 ? 1 : N / kPacking.cols;
        Sum terms[held][3];
        for (int b = 0; b < held && kRows > 1; ++b)
            ofBlock(source.codes, b, terms[b]);
        for (int r = 0; r < kRows; ++r) {
            int values[N * Channels];
            for (int b = 0; b < N / kPacking.cols; ++b) {
                if (kRows == 1)
                    ofBlock(source.codes, b, terms[0]);
                for (int i = b * kPacking.cols; i < (b + 1) * kPacking.cols; ++i)
                    pixel(source.codes.luma[r][i], terms[kRows == 1 ? 0 : b], values + i * Channels);
            }
            storeSaturated<Formula, Words, kShape.blocks <= kBlocksToExchange>(
                values, Packing::template samplesIn<Value>(out[0], pixels, r, at, at.by.out),
                Packing::template samplesLeft<N>(pixels, at), at.whole);
        }
    }

private:
    //! What chroma adds to the pixels of a block.
    template <class Codes>
    CV_CUDASTRIPE_HD void ofBlock(const Codes& codes, int block, Sum (&terms)[3]) const
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
};

/** @brief One thread converts `kRuns` runs of `kPixels` neighbouring pixels in a group of rows. The runs of 32 threads
alternate, so that a warp's loads are contiguous. Wide loads and stores need aligned() planes; with them, the rest of a
row is converted group by group. Without them, a thread converts one group. */
template <class Conversion>
struct YuvBody : Conversion
{
    using Packing = typename Conversion::Packing;
    static constexpr int kWarp = 32;
    static constexpr int kRuns = Conversion::kShape.runs, kBlocks = Conversion::kShape.blocks;
    static constexpr int kGroup = Packing::kGroup, kPixels = Packing::kPixels;
    static constexpr bool kWide = Packing::kWide;

    unsigned cols, lastRow;

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
            typename Conversion::template Source<kPixels, kWide> sources[kRuns];
            for (unsigned i = 0; i < kRuns; ++i)
                this->load(sources[i], {(run + i * kWarp) * kPixels, y, cols, lastRow, by});
            afterLoads();
            for (unsigned i = 0; i < kRuns; ++i)
                this->convert(sources[i], {(run + i * kWarp) * kPixels, y, cols, lastRow, by});
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
            typename Conversion::template Source<kGroup, false> source;
            this->load(source, {i, y, cols, lastRow, by});
            this->convert(source, {i, y, cols, lastRow, by});
        }
    }

    //! Keeps the compiler from moving loads down to the use of their values, where the thread would wait for each.
    CV_CUDASTRIPE_HD static void afterLoads()
    {
#ifdef __CUDA_ARCH__
        if (Conversion::kShape.loads == Loads::AllFirst)
            __syncwarp(__activemask());
#endif
    }
};

}}  // namespace cv::cudastripe
