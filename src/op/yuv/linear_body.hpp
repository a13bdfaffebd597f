// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The kernel body that converts YUV to colours and interpolates chroma.

#pragma once

#include "../word_bytes.hpp"
#include "linear_work.hpp"

namespace cv { namespace cudastripe {

//! One thread converts four pixels of all rows that share chroma. The packing is data here.
template <class Sample, class Value>
struct YuvLinearBody : YuvLinearWork<Sample, Value>
{
    using Work = YuvLinearWork<Sample, Value>;
    using Formula = typename Work::Formula;
    using Sum = typename Formula::Sum;
    static constexpr int kPixels = 4;
    static constexpr int kBlocks = 4;  // that a multiprocessor must hold

    int lastRow;  //!< of the image; a thread whose block lacks a row converts the last row twice
    bool wide;    //!< four pixels can be stored by wide words

    YuvLinearBody() = default;
    explicit YuvLinearBody(const Work& work, int64 rows)
        : Work(work),
          lastRow(static_cast<int>(rows - 1)),
          wide(work.dst.aligned(wordBytes(kPixels * work.channels * int(sizeof(Value))), rows))
    {
    }

    int64 items() const { return (int64(this->cols) + kPixels - 1) / kPixels; }

    CV_CUDASTRIPE_HD void operator()(int64 longX, int64 longY, PlaneShift by = PlaneShift()) const
    {
        const unsigned first = static_cast<unsigned>(longX) * kPixels;
        for (int r = 0; r < this->down.pixels; ++r) {
            const int row = static_cast<int>(longY) * this->down.pixels + r, y = row < lastRow ? row : lastRow;
            Value values[kPixels * 4];
            load(first, unsigned(y), by, values);
            if (this->channels == 4)
                store<4>(values, first, this->dst.rowOfImage(unsigned(y)) + by.out);
            else
                store<3>(values, first, this->dst.rowOfImage(unsigned(y)) + by.out);
        }
    }

    //! Four pixels of a row, each with four values.
    CV_CUDASTRIPE_HD void load(unsigned first, unsigned y, PlaneShift by, Value (&values)[kPixels * 4]) const
    {
        if (this->across.pixels == 2)
            loadBlocks<2>(first, y, by, values);
        else if (this->across.pixels == 4)
            loadBlocks<4>(first, y, by, values);
        else
            loadBlocks<1>(first, y, by, values);
    }

private:
    //! Blocks across four pixels, and a neighbour on each side.
    template <int Cols>
    static constexpr int kAcross = kPixels / Cols + 2;

    template <int Cols>
    CV_CUDASTRIPE_HD void loadBlocks(unsigned first, unsigned y, PlaneShift by, Value (&values)[kPixels * 4]) const
    {
        int chroma[2][kAcross<Cols>];
        const int row = static_cast<int>(y), shift = this->down.pixels - 1;  // one or two rows share chroma
        interpolateDown<Cols>(first, row >> shift, by, SpanWeights(this->down, row & shift), chroma);
        colours<Cols>(first, y, by, chroma, values);
    }

    template <int Cols>
    CV_CUDASTRIPE_HD void interpolateDown(unsigned first, int block, PlaneShift by, const SpanWeights& weights,
                                          int (&chroma)[2][kAcross<Cols>]) const
    {
        const int before = static_cast<int>(first / Cols) - 1, last = static_cast<int>((this->cols - 1) / Cols);
        for (int which = 0; which < 2; ++which) {
            const SamplePattern& pattern = this->patterns[FirstChromaSample + which];
            const Sample* const own = this->chromaRow(which, block, by.in);
            const Sample* const other = this->chromaRow(which, block + weights.step, by.in);
            for (int b = 0; b < kAcross<Cols>; ++b) {
                const int wanted = before + b, inside = wanted < 0 ? 0 : wanted > last ? last : wanted;
                const unsigned at = pattern.at(static_cast<unsigned>(inside));
                chroma[which][b] = weights.own * this->formula.code(own[at]);
                if (weights.other)
                    chroma[which][b] += weights.other * this->formula.code(other[at]);
            }
        }
    }

    template <int Cols>
    CV_CUDASTRIPE_HD void colours(unsigned first, unsigned y, PlaneShift by, const int (&chroma)[2][kAcross<Cols>],
                                  Value (&values)[kPixels * 4]) const
    {
        const Sample* const luma = this->lumaRow(y, by.in);
        const unsigned last = this->cols - 1;
        for (int p = 0; p < kPixels; ++p) {
            const unsigned x = first + p < last ? first + p : last;
            const Sum lumaTerm = this->formula.ofLuma(this->formula.code(luma[this->patterns[LumaSample].at(x)]));
            // Constant indices of blocks keep the array in registers.
            const SpanWeights weights(this->across, p % Cols);
            int sums[2];
            for (int which = 0; which < 2; ++which) {
                const int* const own = chroma[which] + p / Cols + 1;
                sums[which] = weights.own * own[0] + weights.other * (weights.step < 0 ? own[-1] : own[1]);
            }
            const int bits = this->across.bits + this->down.bits;
            for (int c = 0; c < 3; ++c) {
                const Sum term = termOfChroma(this->formula, c, sums[0], sums[1], bits);
                values[p * 4 + c] = Formula::saturated(Formula::channel(lumaTerm, term));
            }
            values[p * 4 + 3] = static_cast<Value>(Formula::kMax);
        }
    }

    template <int Channels>
    CV_CUDASTRIPE_HD void store(const Value (&values)[kPixels * 4], unsigned first, uchar* row) const
    {
        alignas(16) Value stored[kPixels * Channels];
        for (int i = 0; i < kPixels * Channels; ++i)
            stored[i] = values[i / Channels * 4 + i % Channels];
        Value* const to = reinterpret_cast<Value*>(row) + size_t(first) * Channels;
        if (wide && first + kPixels <= this->cols) {
            storeWords<kPixels * Channels* int(sizeof(Value))>(to, stored);
            return;
        }
        for (unsigned i = 0; i < kPixels * Channels; ++i) {
            if (first + i / Channels < this->cols)
                to[i] = stored[i];
        }
    }
};

}}  // namespace cv::cudastripe
