// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Rows go block by block: chroma is interpolated down and then across into buffers; plain loops turn those into
// colours.

#include "rows.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "../../simd/instruction_set.hpp"
#include "../../simd/non_temporal_store.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int kPixelsAtOnce = 512;  // whose buffers stay in the L1 cache

//! Pixels of one row.
template <class Work>
struct LinearBlock
{
    const Work& work;
    unsigned x;  //!< the first pixel, a multiple of whole blocks
    int pixels;  //!< a multiple of whole blocks, except at the end of a row
    const typename Work::Sample* luma;
    const typename Work::Sample* own[2];    //!< the rows of both kinds of chroma
    const typename Work::Sample* other[2];  //!< the neighbours of these rows
    SpanWeights down;
    typename Work::Value* to;
};

//! Samples from number `first` on become `count` codes.
template <int Step, class Formula>
CUDASTRIPE_INLINE void loadCodes(const Formula& formula, const SamplePattern& pattern,
                                 const typename Formula::Sample* row, unsigned first, int count, int* __restrict codes)
{
    const typename Unaligned<typename Formula::Sample>::type* const samples = row;
    if (Step == 0) {
        for (int i = 0; i < count; ++i)
            codes[i] = formula.code(samples[pattern.at(first + unsigned(i))]);
        return;
    }
    const typename Unaligned<typename Formula::Sample>::type* const from = samples + pattern.at(first);
    const int unusedBits = formula.unusedBits;
    for (int i = 0; i < count; ++i)
        codes[i] = from[i * Step] >> unusedBits;
}

template <class Formula>
CUDASTRIPE_INLINE void loadCodes(const Formula& formula, const SamplePattern& pattern,
                                 const typename Formula::Sample* row, unsigned first, int count, int* __restrict codes)
{
    const int step = pattern.even() ? pattern.length : 0;
    if (step == 1)
        loadCodes<1>(formula, pattern, row, first, count, codes);
    else if (step == 2)
        loadCodes<2>(formula, pattern, row, first, count, codes);
    else if (step == 4)
        loadCodes<4>(formula, pattern, row, first, count, codes);
    else
        loadCodes<0>(formula, pattern, row, first, count, codes);
}

//! Adds both rows of chroma by weight. `codes` also gets a neighbour on each side of the blocks.
template <class Work>
CUDASTRIPE_INLINE void interpolateDown(const LinearBlock<Work>& block, int which, int* __restrict codes,
                                       int* __restrict others)
{
    const Work& work = block.work;
    const SamplePattern& pattern = work.patterns[FirstChromaSample + which];
    const int cols = work.across.pixels, count = (block.pixels + cols - 1) / cols;
    const int first = static_cast<int>(block.x) / cols, all = (static_cast<int>(work.cols) + cols - 1) / cols;
    const int before = first > 0 ? 1 : 0, behind = first + count < all ? 1 : 0;
    const int begin = 1 - before, loaded = before + count + behind;
    loadCodes(work.formula, pattern, block.own[which], unsigned(first - before), loaded, codes + begin);
    if (block.down.other) {
        loadCodes(work.formula, pattern, block.other[which], unsigned(first - before), loaded, others + begin);
        const int weight = block.down.own, otherWeight = block.down.other;
        for (int i = begin; i < begin + loaded; ++i)
            codes[i] = weight * codes[i] + otherWeight * others[i];
    } else if (block.down.own > 1) {
        const int weight = block.down.own;
        for (int i = begin; i < begin + loaded; ++i)
            codes[i] *= weight;
    }
    if (!before)
        codes[0] = codes[1];
    if (!behind)
        codes[count + 1] = codes[count];
}

template <int Cols>
CUDASTRIPE_INLINE void interpolateAcross(const ChromaSpan& span, const int* codes, int pixels, int* __restrict sums)
{
    for (int k = 0; k < Cols; ++k) {
        const SpanWeights weights(span, k);
        const int own = weights.own, otherWeight = weights.other;
        const int* const other = codes + weights.step;
        for (int i = 0; i < (pixels + Cols - 1) / Cols; ++i)
            sums[i * Cols + k] = own * codes[i] + otherWeight * other[i];
    }
}

//! A pixel of four values, the first in the lowest bits.
template <class Value>
using PixelWord = std::conditional_t<sizeof(Value) == 1, std::uint32_t, std::uint64_t>;

template <class Formula, class Word>
CUDASTRIPE_INLINE void makePixels(const Formula& formula, int bits, const int* luma, const int* first,
                                  const int* second, int pixels, Word* __restrict words)
{
    constexpr int kValueBits = 8 * sizeof(typename Formula::Value);
    for (int i = 0; i < pixels; ++i) {
        const auto lumaTerm = formula.ofLuma(luma[i]);
        Word word = Word(Formula::kMax) << (3 * kValueBits);
        for (int c = 0; c < 3; ++c) {
            const auto term = termOfChroma(formula, c, first[i], second[i], bits);
            word |= Word(Formula::saturated(Formula::channel(lumaTerm, term))) << (c * kValueBits);
        }
        words[i] = word;
    }
}

// Each pixel of three values is stored with a fourth, which the next pixel overwrites.
template <class Value>
CUDASTRIPE_INLINE void storePixels(const PixelWord<Value>* words, int pixels, int channels, Value* to)
{
    if (channels == 4) {
        std::memcpy(to, words, size_t(pixels) * sizeof(words[0]));
        return;
    }
    for (int i = 0; i + 1 < pixels; ++i)
        std::memcpy(to + i * 3, words + i, sizeof(words[0]));
    std::memcpy(to + (pixels - 1) * 3, words + pixels - 1, 3 * sizeof(Value));
}

template <class Work>
CUDASTRIPE_INLINE void convertBlock(const LinearBlock<Work>& block)
{
    const Work& work = block.work;
    using Formula = typename Work::Formula;
    const Formula formula = work.formula;
    const int pixels = block.pixels, bits = work.across.bits + work.down.bits;
    int sums[2][kPixelsAtOnce];
    for (int which = 0; which < 2; ++which) {
        int codes[kPixelsAtOnce + 2], others[kPixelsAtOnce + 2];
        interpolateDown(block, which, codes, others);
        if (work.across.pixels == 2)
            interpolateAcross<2>(work.across, codes + 1, pixels, sums[which]);
        else if (work.across.pixels == 4)
            interpolateAcross<4>(work.across, codes + 1, pixels, sums[which]);
        else
            std::copy(codes + 1, codes + 1 + pixels, sums[which]);
    }
    int luma[kPixelsAtOnce];
    loadCodes(formula, work.patterns[LumaSample], block.luma, block.x, pixels, luma);
    PixelWord<typename Work::Value> words[kPixelsAtOnce];
    makePixels(formula, bits, luma, sums[0], sums[1], pixels, words);
    storePixels(words, pixels, work.channels, block.to);
}

template <class Work>
void convertRow(const Work& work, int64 y, bool nonTemporal)
{
    static const auto convert = Versions<&convertBlock<Work>>::forThisCpu();
    using Value = typename Work::Value;
    const int block = static_cast<int>(y / work.down.pixels);
    const SpanWeights down(work.down, static_cast<int>(y % work.down.pixels));
    LinearBlock<Work> part = {work, 0, 0, work.lumaRow(unsigned(y)), {}, {}, down, nullptr};
    for (int which = 0; which < 2; ++which) {
        part.own[which] = work.chromaRow(which, block);
        part.other[which] = work.chromaRow(which, block + down.step);
    }
    Value* to = reinterpret_cast<Value*>(work.dst.row(y));
    Value buffer[4 * kPixelsAtOnce];
    for (; part.x < work.cols; part.x += kPixelsAtOnce, to += kPixelsAtOnce * work.channels) {
        part.pixels = static_cast<int>(std::min<unsigned>(kPixelsAtOnce, work.cols - part.x));
        part.to = nonTemporal ? buffer : to;
        convert(part);
        if (nonTemporal)
            storeNonTemporal(to, buffer, size_t(part.pixels) * size_t(work.channels) * sizeof(Value));
    }
}

}  // namespace

template <class Sample, class Value>
void linearYuvRows(const YuvLinearWork<Sample, Value>& work, int64 rows, bool nonTemporal)
{
    for (int64 y = 0; y < rows; ++y)
        convertRow(work, y, nonTemporal);
}

template void linearYuvRows(const YuvLinearWork<uchar, uchar>&, int64, bool);
template void linearYuvRows(const YuvLinearWork<ushort, ushort>&, int64, bool);
template void linearYuvRows(const YuvLinearWork<ushort, uchar>&, int64, bool);

}}  // namespace cv::cudastripe
