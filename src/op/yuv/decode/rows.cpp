// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Rows go block by block through luma and pairs of chroma to pixels.

#include "rows.hpp"

#include <algorithm>

#include "../../simd/fetch_ahead.hpp"
#include "../../simd/non_temporal_store.hpp"
#include "decode_block.hpp"
#include "sample_places.hpp"

namespace cv { namespace cudastripe {
namespace {

template <int Channels, int Cols, class Formula>
void plainBlock(const Formula& formula, const DecodeBlock<Formula>& block)
{
    using Sum = typename Formula::Sum;
    Sum terms[3];
    formula.ofChroma(formula.neutral, formula.neutral, terms);
    for (int i = 0; i < block.pixels; i += Cols) {
        if (block.chroma[0]) {
            const int at = i / Cols * block.chromaStep;
            formula.ofChroma(formula.code(block.chroma[0][at]), formula.code(block.chroma[1][at]), terms);
        }
        for (int r = 0; r < block.rows; ++r) {
            for (int k = i; k < i + Cols; ++k) {
                auto* const to = block.to[r] + k * Channels;
                const Sum luma = formula.ofLuma(formula.code(block.luma[r][k * block.lumaStep]));
                for (int c = 0; c < Channels; ++c)
                    to[c] = Formula::saturated(c < 3 ? Formula::channel(luma, terms[c < 3 ? c : 0]) : Formula::kMost);
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

//! The pixels that vectors do; 0 if there are none for the block.
template <class Formula>
int vectorBlock(const Formula&, const DecodeBlock<Formula>&, int)
{
    return 0;
}

int vectorBlock(const ByteDecodeFormula& formula, const ByteDecodeBlock& block, int channels)
{
#ifdef CUDASTRIPE_X86
    static const auto function =
        chooseVersion<ByteDecodeFunction>(nullptr, &sse41::decodeBlock, &avx2::decodeBlock, &avx512::decodeBlock);
    return function ? function(formula, block, channels) : 0;
#else
    return 0;
#endif
}

//! Luma as it is; 0 stands for any step.
template <int Step, class Formula>
void copyLuma(const DecodeBlock<Formula>& block)
{
    const auto* __restrict const from = block.luma[0];
    auto* __restrict const to = block.to[0];
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
    if (channels == 4)
        plainBlock<4>(formula, rest);
    else
        plainBlock<3>(formula, rest);
}

//! Pixels of a block: as many for each block of a row as possible, a multiple of whole vectors and groups.
int64 blockPixels(int64 cols)
{
    const int64 blocks = (cols + kDecodePixelsAtOnce - 1) / kDecodePixelsAtOnce, each = (cols + blocks - 1) / blocks;
    return (each + kDecodeTogether - 1) / kDecodeTogether * kDecodeTogether;
}

}  // namespace

template <class Formula>
void decodeYuvRows(const Formula& formula, const YuvPacking& packing, const YuvDecodeRows& work)
{
    using Sample = typename Formula::Sample;
    using Value = typename Formula::Value;
    constexpr int kMostRows = DecodeBlock<Formula>::kMostRows;
    if (work.channels == 1 && packing.planes[0].length == 1)
        return copyRows(work.dst, work.in[0], work.rows);
    SamplePlaces<Formula> places;
    alignas(64) Value buffers[kMostRows][4 * kDecodePixelsAtOnce];
    const int64 width = blockPixels(work.cols);
    for (int64 y = 0; y * packing.rows < work.rows; ++y) {
        for (int64 x = 0; x < work.cols; x += width) {
            const int n = static_cast<int>(std::min(width, work.cols - x));
            const Sample* planes[YuvPacking::kMostPlanes][kMostRows] = {};
            for (int p = 0; p < packing.planeCount; ++p) {
                const PlanePacking& plane = packing.planes[p];
                const int rows = plane.luma ? packing.rows : 1;
                const int64 before = x / plane.cols * plane.length;
                for (int r = 0; r < rows; ++r) {
                    planes[p][r] = reinterpret_cast<const Sample*>(work.in[p].row(y * rows + r)) + before;
                    fetchAhead(reinterpret_cast<const uchar*>(planes[p][r]),
                               n / plane.cols * plane.length * int(sizeof(Sample)));
                }
            }
            Value* to[kMostRows] = {};
            DecodeBlock<Formula> block = {};
            for (int r = 0; r < packing.rows; ++r) {
                to[r] = reinterpret_cast<Value*>(work.dst.row(y * packing.rows + r)) + x * work.channels;
                block.to[r] = work.nonTemporal ? buffers[r] : to[r];
            }
            block.rows = packing.rows;
            block.cols = packing.cols;
            block.pixels = n;
            places.find(packing, planes, block);
            decodeBlock(formula, block, work.channels);
            for (int r = 0; work.nonTemporal && r < packing.rows; ++r)
                storeNonTemporal(to[r], buffers[r], static_cast<size_t>(n) * work.channels * sizeof(Value));
        }
    }
    if (work.nonTemporal)
        fenceNonTemporal();
}

#define CUDASTRIPE_INSTANTIATE(...) \
    template void decodeYuvRows(const YuvDecodeFormula<__VA_ARGS__>&, const YuvPacking&, const YuvDecodeRows&);
CUDASTRIPE_INSTANTIATE(uchar, uchar)
CUDASTRIPE_INSTANTIATE(ushort, ushort)
CUDASTRIPE_INSTANTIATE(ushort, uchar)

}}  // namespace cv::cudastripe
