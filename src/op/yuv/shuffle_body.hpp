// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The kernel body that shuffles samples from one YUV layout into another one.

#pragma once

#include <utility>

#include "kernels.hpp"
#include "shuffle_formula.hpp"

namespace cv { namespace cudastripe {

/** @brief One thread converts eight neighbouring pixels of all rows that share chroma in either layout.

The layouts are data, so that there is one kernel for each pair of types. All threads take the same branch to one of the
loads, which repeat chroma for each of its pixels, and then to one of the stores. Loads and stores are wide if planes
are aligned. */
template <class Src, class Dst>
struct YuvShuffleBody
{
    static constexpr int kPixels = 8;
    static constexpr int kRows = 2;
    static constexpr int kBlocks = 5;  // that a multiprocessor must hold: loads wait for memory

    YuvShuffleFormula<Src, Dst> formula;
    PlaneView in[YuvPacking::kMaxPlanes], out[YuvPacking::kMaxPlanes];
    int from, to;  //!< the first layouts with these packings
    int rows;      //!< of a thread: 1 or 2
    unsigned cols, lastRow;
    bool wide;

    //! Threads for a row of `cols` pixels.
    static int64 items(int64 cols) { return (cols + kPixels - 1) / kPixels; }

    CV_CUDASTRIPE_HD void operator()(int64 longX, int64 longY) const
    {
        constexpr auto layouts = std::make_integer_sequence<int, kLayoutCount>();
        const unsigned first = static_cast<unsigned>(longX) * kPixels;
        const BodyPlace at = {first, static_cast<unsigned>(longY), cols, lastRow, {}, wide && first + kPixels <= cols};
        Codes codes;
        load(codes, at, layouts);
        store(codes, at, layouts);
    }

private:
    //! Codes of the source; chroma is that of each pixel.
    struct Codes
    {
        int luma[kRows][kPixels];
        int chroma[2][kRows][kPixels];
    };

    //! Facts about a layout as static members, since nvcc warns of calls of host functions in device code.
    template <int Layout>
    struct Of : BodyPacking<Layout, kPixels>
    {
        static_assert(Of::kPixels == kPixels, "a thread does whole groups");
        static constexpr bool loads = kernelLayout(Layout) == Layout && kernelTakes<Src>(Layout);
        static constexpr bool stores = kernelLayout(Layout) == Layout && kernelTakes<Dst>(Layout);
    };

    //! Stores the codes of a layout's rows from the thread's row `first` on; repeats chroma for each of its pixels.
    template <int Layout>
    struct Spread
    {
        Codes& codes;
        int first;

        CV_CUDASTRIPE_HD void set(int kind, int row, int index, int code) const
        {
            if (kind == LumaSample) {
                codes.luma[first + row][index] = code;
                return;
            }
            constexpr int span = Of<Layout>::kPacking.cols;
            for (int k = index * span; k < (index + 1) * span; ++k) {
                for (int r = first; r < first + Of<Layout>::kRows; ++r)
                    codes.chroma[kind - FirstChromaSample][r][k] = code;
            }
        }
    };

    //! Gives the samples of a layout's rows from the thread's row `first` on.
    template <int Layout>
    struct Gather
    {
        const YuvShuffleBody& body;
        const Codes& codes;
        int first;

        CV_CUDASTRIPE_HD int at(int kind, int row, int index) const
        {
            const YuvShuffle& shuffle = body.formula;
            return body.formula.sampleOf(
                kind == LumaSample ? shuffle.luma.of(codes.luma[first + row][index], 0)
                                   : body.template ofBlock<Layout>(codes, kind - FirstChromaSample, first, index));
        }
    };

    template <int... Layouts>
    CV_CUDASTRIPE_HD void load(Codes& codes, const BodyPlace& at, std::integer_sequence<int, Layouts...>) const
    {
        (loadLayout<Layouts>(codes, at), ...);
    }

    template <int... Layouts>
    CV_CUDASTRIPE_HD void store(const Codes& codes, const BodyPlace& at, std::integer_sequence<int, Layouts...>) const
    {
        (storeLayout<Layouts>(codes, at), ...);
    }

    //! The place of the layout's rows that begin with the thread's row `r`; the last row of the image stands for one
    //! that a thread lacks.
    template <int Layout>
    CV_CUDASTRIPE_HD BodyPlace placeOf(BodyPlace at, int r) const
    {
        if (Of<Layout>::kRows == 1) {
            const unsigned row = at.group * unsigned(rows) + unsigned(r);
            at.group = row > lastRow ? lastRow : row;
        }
        return at;
    }

    template <int Layout>
    CV_CUDASTRIPE_HD void loadLayout(Codes& codes, const BodyPlace& at) const
    {
        using Source = Of<Layout>;
        if constexpr (Source::loads) {
            if (from != Layout)
                return;
            for (int i = 0; !Source::kPacking.chroma && i < 2 * kRows * kPixels; ++i)
                codes.chroma[i / kPixels / kRows][i / kPixels % kRows][i % kPixels] = formula.fromNeutral;
            for (int r = 0; r < kRows && r < rows; r += Source::kRows) {
                Spread<Layout> spread = {codes, r};
                Source::template unpack<kPixels, true>(formula, in, placeOf<Layout>(at, r), spread);
            }
        }
    }

    template <int Layout>
    CV_CUDASTRIPE_HD void storeLayout(const Codes& codes, const BodyPlace& at) const
    {
        using Result = Of<Layout>;
        if constexpr (Result::stores) {
            for (int r = 0; to == Layout && r < kRows && r < rows; r += Result::kRows) {
                const Gather<Layout> gather = {*this, codes, r};
                Result::template pack<kPixels, true, decltype(formula)>(gather, out, placeOf<Layout>(at, r));
            }
        }
    }

    //! The chroma of a block: the mean of the pixels that the siting selects.
    template <int Layout>
    CV_CUDASTRIPE_HD int ofBlock(const Codes& codes, int which, int row, int block) const
    {
        constexpr int span = Of<Layout>::kPacking.cols, colBits = span == 4 ? 2 : span == 2 ? 1 : 0;
        constexpr bool spans = Of<Layout>::kRows == kRows;  // a row of chroma belongs to two rows of the picture
        int sum = 0;
        for (int r = row; r < (spans ? kRows : row + 1); ++r) {
            if (r > row && !formula.sumRows)
                break;
            for (int k = 0; k < span; ++k) {
                const int at = block * span + k;
                const int code = formula.swapped ? codes.chroma[1 - which][r][at] : codes.chroma[which][r][at];
                sum += k == 0 || formula.sumCols ? code : 0;
            }
        }
        return formula.chroma.of(sum, (formula.sumCols ? colBits : 0) + (spans && formula.sumRows ? 1 : 0));
    }
};

}}  // namespace cv::cudastripe
