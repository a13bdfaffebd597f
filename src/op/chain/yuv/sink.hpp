// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Where kernels of chains with a YUV format store their pixels: in an image, or in planes of YUV.

#pragma once

#include "../../yuv/formula.hpp"
#include "../../yuv/places.hpp"
#include "../body/memory.hpp"

namespace cv { namespace cudastripe {

//! Four pixels of an image of any depth, perhaps masked.
struct ChainImageSink
{
    struct Sums
    {
    };

    PlaneView image, mask, old;
    bool aligned;

    template <class Program, class Word>
    CV_CUDASTRIPE_HD void store(const Program& program, const FourPixels& pixels, Sums&,
                                const ChainGroup<Word>& group) const
    {
        const int channels = program.dstChannels;
        const PlaneShift by = pixels.by;
        uchar* const to = image.row(pixels.row) + by.out;
        if (mask.base) {
            storeMasked(program.dstDepth,
                        {pixels.x, pixels.cols, channels, mask.row(pixels.row) + by.in,
                         old.base ? old.row(pixels.row) + by.in : nullptr},
                        to, group);
        } else {
            storeGroup(program.dstDepth, to, pixels.place(channels), aligned, group);
        }
    }
};

//! Four pixels of a YUV format. Rows of a block are stored in order, chroma with the last. Pixels count twice if the
//! block lacks their neighbours.
struct ChainYuvSink
{
    static constexpr int kPixels = YuvPlaces::kPixels;

    //! Column sums of the rows so far.
    struct Sums
    {
        int values[kPixels][3] = {};
    };

    YuvPlaces places;
    YuvFormulas formulas;

    template <class Program, class Word>
    CV_CUDASTRIPE_HD void store(const Program&, const FourPixels& pixels, Sums& sums,
                                const ChainGroup<Word>& group) const
    {
        formulas.with([&](const auto& formula) { storeBy(formula, pixels, sums, group); });
    }

private:
    template <class T, class Word>
    CV_CUDASTRIPE_HD void storeBy(const YuvFormula<T>& formula, const FourPixels& pixels, Sums& sums,
                                  const ChainGroup<Word>& group) const
    {
        const YuvPlaces::Kind& luma = places.kinds[LumaSample];
        T* const to = luma.samples<T>(pixels.x, pixels.row, pixels.by.out);
        const bool first = (pixels.row & places.rowShift) == 0, alone = first && pixels.last && places.rowShift > 0;
        for (int p = 0; p < kPixels; ++p) {
            int pixel[3];
            for (int c = 0; c < 3; ++c) {
                pixel[c] = valueOf<int>(group.values[p][c]);
                sums.values[p][c] = first             ? pixel[c]
                                    : formula.sumRows ? sums.values[p][c] + pixel[c]
                                                      : sums.values[p][c];
            }
            if (p < pixels.left())
                to[luma.at[p]] = formula.saturated(formula.ofLuma(pixel[0], pixel[1], pixel[2]));
        }
        if (places.chroma && (alone || (pixels.row & places.rowShift) == places.rowShift))
            storeChroma(formula, pixels, sums, alone && formula.sumRows ? 2 : 1);
    }

    template <class T>
    CV_CUDASTRIPE_HD void storeChroma(const YuvFormula<T>& formula, const FourPixels& pixels, const Sums& sums,
                                      int times) const
    {
        const std::int64_t row = pixels.row >> places.rowShift;
        for (int p = 0; p < kPixels; ++p) {
            if (p >= pixels.left() || !places.leads(p))
                continue;
            int sum[3] = {};
            for (int q = p; q < kPixels; ++q) {
                const bool counts = q == p || (formula.sumCols && places.block[q] == places.block[p]);
                for (int c = 0; c < 3; ++c)
                    sum[c] += !counts ? 0 : q < pixels.left() ? sums.values[q][c] : sums.values[p][c];
            }
            for (int which = 0; which < 2; ++which) {
                const YuvPlaces::Kind& kind = places.kinds[FirstChromaSample + which];
                kind.samples<T>(pixels.x, row, pixels.by.out)[kind.at[p]] =
                    formula.saturated(formula.ofChroma(which, times * sum[0], times * sum[1], times * sum[2]));
            }
        }
    }
};

}}  // namespace cv::cudastripe
