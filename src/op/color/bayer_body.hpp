// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The kernel body of Bayer patterns.

#pragma once

#include "bayer_words.hpp"

namespace cv { namespace cudastripe {

//! One thread makes neighbouring pixels of two rows, which share the samples of the rows between.
template <class T>
struct BayerBody : BayerWork
{
    static constexpr bool kBytes = sizeof(T) == 1;
    static constexpr int kPixels = kBytes ? 8 : 4, kRows = 2;

    unsigned units;  //!< rows of the result
    bool wide;       //!< samples can be loaded, and pixels stored, by wide words

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
        const bool free = hasInside() && wide && cols - x >= kPixels && top > 0 && rows - top > kRows;
        if (!free || count < kRows)
            return pixelByPixel(x, y, count, by);
        const T* from = row<T>(top - 1, by.in) + x;
        Row samples[kRows + 2];
        for (Row& held : samples) {
            load(from, x, held);
            from = reinterpret_cast<const T*>(reinterpret_cast<const uchar*>(from) + src.step);
        }
        T* const to = reinterpret_cast<T*>(dst.rowOfImage(unsigned(y)) + by.out) + int64(x) * channels;
        if (channels == 1)
            store<1>(samples, top, x, to);
        else if (channels == 3)
            store<3>(samples, top, x, to);
        else
            store<4>(samples, top, x, to);
    }

private:
    //! The samples of a row for a thread's pixels, and one more at each side.
    struct Row
    {
        std::conditional_t<kBytes, FourSamples, int> held[kBytes ? kPixels / 4 : kPixels + 2];
    };

    //! A sample beyond the image is any other one: no pixel of it is stored.
    CV_CUDASTRIPE_HD void load(const T* from, int x, Row& to) const
    {
        const T left = from[x > 0 ? -1 : 0], right = from[cols - x > kPixels ? kPixels : 0];
        if constexpr (kBytes) {
            alignas(8) std::uint32_t words[2];
            copyWords<kPixels>(words, from);
            to.held[0] = FourSamples(std::uint32_t(left) << 24, words[0], words[1]);
            to.held[1] = FourSamples(words[0], words[1], right);
        } else {
            alignas(8) T inner[kPixels];
            copyWords<kPixels* int(sizeof(T))>(inner, from);
            to.held[0] = left;
            for (int i = 0; i < kPixels; ++i)
                to.held[i + 1] = inner[i];
            to.held[kPixels + 1] = right;
        }
    }

    //! Two rows, of which one has its colour sites in odd columns.
    template <int Channels>
    CV_CUDASTRIPE_HD void store(const Row* samples, int row, int x, T* to) const
    {
        T* const next = reinterpret_cast<T*>(reinterpret_cast<uchar*>(to) + dst.step);
        if (formula.oddSites(row)) {
            storeRow<true, Channels>(samples, row, x, to);
            storeRow<false, Channels>(samples + 1, row + 1, x, next);
        } else {
            storeRow<false, Channels>(samples, row, x, to);
            storeRow<true, Channels>(samples + 1, row + 1, x, next);
        }
    }

    template <bool OddSites, int Channels>
    CV_CUDASTRIPE_HD void storeRow(const Row* three, int row, int x, T* to) const
    {
        constexpr int bytes = kPixels * Channels * int(sizeof(T));
        if constexpr (kBytes) {
            alignas(16) std::uint32_t words[2 * Channels];
            for (int i = 0; i < 2; ++i)
                fourPixels<OddSites, Channels>(three, i, row, x, words + i * Channels);
            storeWords<bytes>(to, words);
        } else {
            alignas(16) T values[kPixels * Channels];
            for (int i = 0; i < kPixels; ++i) {
                const BayerSamples<int> s = samplesOf(three[0].held + i, three[1].held + i, three[2].held + i);
                pixel<Channels>(s, row, (i % 2 == 1) == OddSites, values + i * Channels);
            }
            for (int c = 0; c < Channels; ++c) {
                values[c] = x == 0 ? values[Channels + c] : values[c];
                constexpr int last = (kPixels - 1) * Channels;
                values[last + c] = cols - x == kPixels ? values[last - Channels + c] : values[last + c];
            }
            storeWords<bytes>(to, values);
        }
    }

    template <bool OddSites, int Channels>
    CV_CUDASTRIPE_HD void fourPixels(const Row* three, int i, int row, int x, std::uint32_t* to) const
    {
        const FourSamples samples[3] = {three[0].held[i], three[1].held[i], three[2].held[i]};
        if constexpr (Channels == 1) {
            to[0] = atEdges(fourGrays<OddSites>(samples, formula.weight(row)), i, x);
        } else {
            std::uint32_t o[3];
            fourColors<OddSites>(samples, formula.method == BayerMethod::EdgeAware, o);
            for (std::uint32_t& channel : o)
                channel = atEdges(channel, i, x);
            const bool blue = formula.blueRow(row);
            interleave<Channels>(blue ? o[0] : o[2], o[1], blue ? o[2] : o[0], to);
        }
    }

    //! Four pixels of a channel, of which the first and the last of the image are those of their neighbours.
    CV_CUDASTRIPE_HD std::uint32_t atEdges(std::uint32_t word, int i, int x) const
    {
        if (i == 0)
            return x == 0 ? pickedBytes(word, 0, 0x3211) : word;
        return cols - x == kPixels ? pickedBytes(word, 0, 0x2210) : word;
    }

    template <class Samples>
    CV_CUDASTRIPE_HD static BayerSamples<int> samplesOf(const Samples* above, const Samples* here, const Samples* below)
    {
        return {here[1], above[1], below[1], here[0], here[2], above[0] + above[2] + below[0] + below[2]};
    }

    template <int Channels>
    CV_CUDASTRIPE_HD void pixel(const BayerSamples<int>& s, int row, bool site, T* to) const
    {
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
            const T* const here = row<T>(line, by.in) + col - 1;
            const auto s = samplesOf(row<T>(line - 1, by.in) + col - 1, here, row<T>(line + 1, by.in) + col - 1);
            const bool site = ((col & 1) == 1) == formula.oddSites(line);
            if (channels == 1)
                pixel<1>(s, line, site, values);
            else
                pixel<4>(s, line, site, values);
        }
        T* const to = reinterpret_cast<T*>(dst.row(y) + by.out) + int64(x) * channels;
        for (int c = 0; c < 4; ++c) {
            if (c < channels)
                to[c] = values[c];
        }
    }
};

}}  // namespace cv::cudastripe
