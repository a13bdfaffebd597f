// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The kernel body of Bayer patterns.

#pragma once

#include "../word_bytes.hpp"
#include "formula/bayer.hpp"

namespace cv { namespace cudastripe {

//! One thread makes four pixels of two rows, which share the samples of the rows between.
template <class T>
struct BayerBody : BayerWork
{
    static constexpr int kPixels = 4, kRows = 2;

    unsigned units;  //!< rows of the result
    bool wide;       //!< four samples can be loaded, and four pixels stored, by wide words

    BayerBody() = default;
    BayerBody(const BayerWork& work, int64 count)
        : BayerWork(work),
          units(static_cast<unsigned>(count)),
          wide(work.src.aligned(kPixels * int(sizeof(T)), count + 4) &&
               work.dst.aligned(wordBytes(kPixels * work.channels * int(sizeof(T))), count))
    {
    }

    int64 itemsX() const { return (int64(cols) + kPixels - 1) / kPixels; }
    int64 itemsY() const { return (int64(units) + kRows - 1) / kRows; }

    CV_CUDASTRIPE_HD void operator()(int64 longX, int64 longY, PlaneShift by = PlaneShift()) const
    {
        const int x = static_cast<int>(longX) * kPixels, y = static_cast<int>(longY) * kRows;
        const int count = y + 1 < int(units) ? kRows : 1, top = first + y;
        const bool free = hasInside() && wide && x > 0 && cols - x > kPixels && top > 0 && rows - top > kRows;
        if (!free || count < kRows)
            return pixelByPixel(x, y, count, by);
        T samples[kRows + 2][kPixels + 2];
        for (int r = 0; r < kRows + 2; ++r)
            load(row<T>(top - 1 + r, by.in) + x, samples[r]);
        for (int r = 0; r < kRows; ++r) {
            T* const to = reinterpret_cast<T*>(dst.row(y + r) + by.out) + int64(x) * channels;
            if (channels == 1)
                store<1>(samples + r, top + r, to);
            else if (channels == 3)
                store<3>(samples + r, top + r, to);
            else
                store<4>(samples + r, top + r, to);
        }
    }

private:
    CV_CUDASTRIPE_HD static void load(const T* from, T (&to)[kPixels + 2])
    {
        alignas(8) T inner[kPixels];
        copyWords<kPixels* int(sizeof(T))>(inner, from);
        to[0] = from[-1];
        for (int i = 0; i < kPixels; ++i)
            to[i + 1] = inner[i];
        to[kPixels + 1] = from[kPixels];
    }

    //! A pixel's channels. `three`: three rows of samples, of which column `i` is the pixel's left neighbour.
    template <int Channels, class Rows>
    CV_CUDASTRIPE_HD void pixel(const Rows& three, int i, int row, bool site, T* to) const
    {
        const BayerSamples<int> s = {three[1][i + 1], three[0][i + 1],
                                     three[2][i + 1], three[1][i],
                                     three[1][i + 2], three[0][i] + three[0][i + 2] + three[2][i] + three[2][i + 2]};
        if constexpr (Channels == 1) {
            to[0] = static_cast<T>(BayerFormula::gray(s, site, formula.weight(row)));
        } else {
            const bool blue = formula.blueRow(row);
            int o[3];
            BayerFormula::colors(s, site, formula.method == BayerMethod::EdgeAware, o);
            to[0] = static_cast<T>(blue ? o[0] : o[2]);
            to[1] = static_cast<T>(o[1]);
            to[2] = static_cast<T>(blue ? o[2] : o[0]);
            if constexpr (Channels == 4)
                to[3] = static_cast<T>(-1);
        }
    }

    template <int Channels>
    CV_CUDASTRIPE_HD void store(const T (*three)[kPixels + 2], int row, T* to) const
    {
        constexpr int bytes = kPixels * Channels * int(sizeof(T));
        alignas(16) T values[kPixels * Channels];
        const bool odd = formula.oddSites(row);
        for (int i = 0; i < kPixels; ++i)
            pixel<Channels>(three, i, row, (i % 2 == 1) == odd, values + i * Channels);
        storeWords<bytes>(to, values);
    }

    CV_CUDASTRIPE_HD void pixelByPixel(int x, int y, int count, PlaneShift by) const
    {
        for (int r = 0; r < count; ++r) {
            for (int i = x; i - x < kPixels && i < cols; ++i)
                single(i, y + r, by);
        }
    }

    CV_CUDASTRIPE_HD void single(int x, int y, PlaneShift by) const
    {
        T values[4] = {0, 0, 0, emptyAlpha<T>()};
        if (hasInside()) {
            const int col = inside(x, cols), line = inside(first + y, rows);
            const T* three[3];
            for (int r = 0; r < 3; ++r)
                three[r] = row<T>(line - 1 + r, by.in) + col - 1;
            const bool site = ((col & 1) == 1) == formula.oddSites(line);
            if (channels == 1)
                pixel<1>(three, 0, line, site, values);
            else
                pixel<4>(three, 0, line, site, values);
        }
        T* const to = reinterpret_cast<T*>(dst.row(y) + by.out) + int64(x) * channels;
        for (int c = 0; c < channels; ++c)
            to[c] = values[c];
    }
};

}}  // namespace cv::cudastripe
