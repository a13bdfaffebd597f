// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Converts rows block by block: finds the luma and the chroma of a block, and makes pixels of them.

#include "rows.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "decode_block.hpp"
#include "samples.hpp"

namespace cv { namespace cudastripe {
namespace {

//! Pixels of a row that are converted at a time, so that they stay in the L1 cache.
constexpr int kDecodePixelsAtOnce = 1024;

template <int Channels, int Cols, class Formula>
void plainBlock(const Formula& formula, const DecodeBlock<Formula>& block)
{
    using Sum = typename Formula::Sum;
    using Sample = typename Unaligned<typename Formula::Sample>::type;
    using Value = typename Unaligned<typename Formula::Value>::type;
    const Sample* const chroma[] = {block.chroma[0], block.chroma[1]};
    Sum terms[3];
    formula.ofChroma(formula.neutral, formula.neutral, terms);
    const int pixels = block.pixels;
    for (int i = 0; i < pixels; i += Cols) {
        const int end = std::min(i + Cols, pixels);
        if (chroma[0]) {
            const int at = i / Cols * block.chromaStep;
            formula.ofChroma(formula.code(chroma[0][at]), formula.code(chroma[1][at]), terms);
        }
        for (int r = 0; r < block.rows; ++r) {
            const Sample* const samples = block.luma[r];
            for (int k = i; k < end; ++k) {
                Value* const to = block.to[r] + k * Channels;
                const Sum luma = formula.ofLuma(formula.code(samples[k * block.lumaStep]));
                for (int c = 0; c < Channels; ++c)
                    to[c] = Formula::saturated(c < 3 ? Formula::channel(luma, terms[c < 3 ? c : 0]) : Formula::kMax);
            }
        }
    }
}

template <int Channels, class Formula>
void plainBlock(const Formula& formula, const DecodeBlock<Formula>& block)
{
    if (block.cols == 1)
        plainBlock<Channels, 1>(formula, block);
    else if (block.cols == 2)
        plainBlock<Channels, 2>(formula, block);
    else
        plainBlock<Channels, 4>(formula, block);
}

#ifdef CUDASTRIPE_X86
template <class Formula>
DecodeFunction<Formula> avx512Block()
{
    if constexpr (std::is_same<Formula, ByteDecodeFormula>::value) {
        if (checkHardwareSupport(CV_CPU_AVX_512VNNI))
            return &avx512vnni::decodeBlock;
    }
    return &avx512::decodeBlock;
}
#endif

//! Converts pixels by vectors; returns how many: 0 if there are no vectors for the block.
template <class Formula>
int vectorBlock([[maybe_unused]] const Formula& formula, [[maybe_unused]] const DecodeBlock<Formula>& block,
                [[maybe_unused]] int channels)
{
#ifdef CUDASTRIPE_X86
    static const auto function = chooseVersion<DecodeFunction<Formula>>(nullptr, &sse41::decodeBlock,
                                                                        &avx2::decodeBlock, avx512Block<Formula>());
    return function ? function(formula, block, channels) : 0;
#else
    return 0;
#endif
}

/** @brief Converts the rest of a row, fewer than kDecodeVectorPixels pixels, by vectors on a copy; false if there are
no vectors for the block, or if its luma samples are not adjacent. */
template <class Formula>
bool restBlock(const Formula& formula, const DecodeBlock<Formula>& rest, int channels)
{
    using Sample = typename Formula::Sample;
    constexpr int rows = DecodeBlock<Formula>::kMaxRows;
    if (rest.lumaStep != 1 || rest.pixels >= kDecodeVectorPixels)
        return false;
    Sample luma[rows][kDecodeVectorPixels] = {}, chroma[2][2 * kDecodeVectorPixels] = {};
    typename Formula::Value values[rows][4 * kDecodeVectorPixels];
    DecodeBlock<Formula> whole = rest;
    whole.pixels = kDecodeVectorPixels;
    whole.nonTemporal = false;
    for (int r = 0; r < rest.rows; ++r) {
        std::memcpy(luma[r], rest.luma[r], size_t(rest.pixels) * sizeof(Sample));
        whole.luma[r] = luma[r];
        whole.to[r] = values[r];
    }
    const bool pairs = rest.chromaStep == 2;
    const size_t chromas = size_t(rest.pixels + rest.cols - 1) / rest.cols;
    for (int k = 0; k < 2 && rest.chroma[0]; ++k) {
        if (k == 0 || !pairs)
            std::memcpy(chroma[k], rest.chroma[k], chromas * rest.chromaStep * sizeof(Sample));
        whole.chroma[k] = pairs ? chroma[0] + k : chroma[k];
    }
    if (vectorBlock(formula, whole, channels) == 0)
        return false;
    for (int r = 0; r < rest.rows; ++r)
        std::memcpy(rest.to[r], values[r], size_t(rest.pixels) * channels * sizeof(values[0][0]));
    return true;
}

//! Copies luma. `Step` 0 stands for any step.
template <int Step, class Formula>
void copyLuma(const DecodeBlock<Formula>& block)
{
    const typename Unaligned<typename Formula::Sample>::type* __restrict const from = block.luma[0];
    typename Unaligned<typename Formula::Value>::type* __restrict const to = block.to[0];
    const int pixels = block.pixels, step = Step ? Step : block.lumaStep;
    for (int i = 0; i < pixels; ++i)
        to[i] = static_cast<typename Formula::Value>(from[i * step]);
}

template <class Formula>
void decodeBlock(const Formula& formula, const DecodeBlock<Formula>& block, int channels)
{
    if (channels == 1 && block.lumaStep == 2)
        return copyLuma<2>(block);
    if (channels == 1)
        return copyLuma<0>(block);
    const auto rest = block.from(vectorBlock(formula, block, channels), channels);
    if (rest.pixels == 0 || restBlock(formula, rest, channels))
        return;
    if (channels == 4)
        plainBlock<4>(formula, rest);
    else
        plainBlock<3>(formula, rest);
}

//! Pixels of a block: a row's blocks are about equal, and multiples of whole vectors and groups.
int64 blockPixels(int64 cols)
{
    const int64 blocks = (cols + kDecodePixelsAtOnce - 1) / kDecodePixelsAtOnce, each = (cols + blocks - 1) / blocks;
    return (each + kDecodeVectorPixels - 1) / kDecodeVectorPixels * kDecodeVectorPixels;
}

/** @brief Finds the samples and pixels of blocks, and converts them. Planes that vectors cannot read are split by kind:
those with three samples a pixel or with unequally spaced samples. */
template <class Formula>
class RowBlocks
{
public:
    using Sample = typename Formula::Sample;
    using Value = typename Formula::Value;
    using Block = DecodeBlock<Formula>;

    RowBlocks(const Formula& formula, const YuvPacking& packing, const YuvRows& work)
        : formula_(formula), packing_(packing), work_(work), group_(std::max(packing.cols, packing.planes[0].cols))
    {
        for (int p = 0; p < packing.planeCount; ++p) {
            const PlanePacking& plane = packing.planes[p];
            for (int kind = 0; kind < kSampleKinds; ++kind) {
                if (plane.count[kind] == 0)
                    continue;
                const SamplePattern pattern = SamplePattern::of(plane, SampleKind(kind));
                apart_[p] = apart_[p] || !pattern.even() || pattern.length == 3;
                steps_[kind] = pattern.length;
                firsts_[kind] = pattern.places[0];
            }
            for (int i = 0; apart_[p] && i < plane.length; ++i) {
                steps_[plane.kinds[i]] = 1;
                firsts_[plane.kinds[i]] = 0;
            }
        }
    }

    void convert(int64 y, int64 x, int pixels)
    {
        const int64 first = y * packing_.rows;
        Block block = {};
        block.rows = static_cast<int>(std::min<int64>(packing_.rows, work_.rows - first));
        block.cols = packing_.cols;
        block.pixels = pixels;
        find(y, x, block);
        Value* to[Block::kMaxRows] = {};
        bool lines = work_.nonTemporal;
        for (int r = 0; r < block.rows; ++r) {
            to[r] = reinterpret_cast<Value*>(work_.out[0].row(first + r)) + x * work_.channels;
            lines = lines && reinterpret_cast<uintptr_t>(to[r]) % Block::kLine == 0;
        }
        block.nonTemporal = lines;
        const bool buffered = work_.nonTemporal && !lines;
        for (int r = 0; r < block.rows; ++r)
            block.to[r] = buffered ? buffers_[r] : to[r];
        decodeBlock(formula_, block, work_.channels);
        for (int r = 0; buffered && r < block.rows; ++r)
            storeNonTemporal(to[r], buffers_[r], static_cast<size_t>(pixels) * work_.channels * sizeof(Value));
    }

    //! Pixels of a group's first row before its first cache line that begins with a pixel; 0 if there is no such line.
    int head(int64 y) const
    {
        const bool needed = work_.nonTemporal && work_.channels > 1;
        const auto* to = work_.out[0].row(y * packing_.rows);
        return needed ? std::max(0, pixelsToLine(to, work_.channels * int(sizeof(Value)), group_)) : 0;
    }

private:
    //! Finds the samples from pixel `x` of a group of rows on.
    CUDASTRIPE_INLINE void find(int64 y, int64 x, Block& block)
    {
        block.lumaStep = steps_[LumaSample];
        block.chromaStep = steps_[FirstChromaSample];
        for (int p = 0; p < packing_.planeCount; ++p) {
            const PlanePacking& plane = packing_.planes[p];
            const int64 before = static_cast<int>(x) / plane.cols * plane.length;
            for (int r = 0; r < (plane.luma ? block.rows : 1); ++r) {
                const auto* const row = work_.in[p].row((plane.luma ? y * packing_.rows : y) + r);
                const Sample* const from = reinterpret_cast<const Sample*>(row) + before;
                const Sample* places[kSampleKinds] = {from, from, from};
                if (apart_[p])
                    split_.split(plane, from, block.pixels / plane.cols, r, places);
                if (plane.luma)
                    block.luma[r] = places[LumaSample] + firsts_[LumaSample];
                for (int k = 0; k < 2; ++k) {
                    if (plane.count[FirstChromaSample + k] > 0)
                        block.chroma[k] = places[FirstChromaSample + k] + firsts_[FirstChromaSample + k];
                }
            }
        }
    }

    const Formula& formula_;
    const YuvPacking& packing_;
    const YuvRows& work_;
    const int group_;                //!< pixels across that share samples or are packed together
    int steps_[kSampleKinds] = {};   //!< from a sample to the next one of its kind
    int firsts_[kSampleKinds] = {};  //!< the first sample of a kind
    bool apart_[YuvPacking::kMaxPlanes] = {};
    SampleSplit<Sample, kDecodePixelsAtOnce> split_;
    alignas(64) Value buffers_[Block::kMaxRows][4 * kDecodePixelsAtOnce];
};

}  // namespace

template <class Formula>
void decodeYuvRows(const Formula& formula, const YuvPacking& packing, const YuvRows& work)
{
    if (work.channels == 1 && packing.planes[0].length == 1)
        return copyRows(work.out[0], work.in[0], work.rows);
    RowBlocks<Formula> blocks(formula, packing, work);
    const int64 width = blockPixels(work.cols);
    for (int64 y = 0; y * packing.rows < work.rows; ++y) {
        const int64 head = std::min<int64>(blocks.head(y), work.cols);
        if (head > 0)
            blocks.convert(y, 0, static_cast<int>(head));
        for (int64 x = head; x < work.cols; x += width)
            blocks.convert(y, x, static_cast<int>(std::min(width, work.cols - x)));
    }
}

#define CUDASTRIPE_INSTANTIATE(...) \
    template void decodeYuvRows(const YuvDecodeFormula<__VA_ARGS__>&, const YuvPacking&, const YuvRows&);
CUDASTRIPE_DECODE_FORMULAS(CUDASTRIPE_INSTANTIATE)

}}  // namespace cv::cudastripe
