// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Rows go block by block through luma and pairs of chroma to pixels.

#include "rows.hpp"

#include <algorithm>

#include "../../simd/fetch_ahead.hpp"
#include "../../simd/non_temporal_store.hpp"
#include "decode_block.hpp"
#include "sample_split.hpp"

namespace cv { namespace cudastripe {
namespace {

template <int Channels, class Formula>
void plainBlock(const Formula& formula, const DecodeBlock<Formula>& block)
{
    using Value = typename Formula::Value;
    using Sum = typename Formula::Sum;
    Sum terms[3];
    formula.ofChroma(formula.neutral, formula.neutral, terms);
    for (int i = 0; i < block.pixels; ++i) {
        if (block.pairs && i % block.cols == 0) {
            const auto* const pair = block.pairs + 2 * (i / block.cols);
            formula.ofChroma(formula.code(pair[0]), formula.code(pair[1]), terms);
        }
        for (int r = 0; r < block.rows; ++r) {
            Value* const to = block.to[r] + i * Channels;
            const Sum luma = formula.ofLuma(formula.code(block.luma[r][i]));
            for (int c = 0; c < 3; ++c)
                to[c] = Formula::saturated(Formula::channel(luma, terms[c]));
            if (Channels == 4)
                to[3] = static_cast<Value>(Formula::kMost);
        }
    }
}

template <class Formula>
void decodeBlock(const Formula& formula, const DecodeBlock<Formula>& block, int channels)
{
    if (vectorBlock(formula, block, channels))
        return;
    if (channels == 4)
        plainBlock<4>(formula, block);
    else
        plainBlock<3>(formula, block);
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
    constexpr int kMostRows = SampleSplit<Sample>::kMostRows;
    SampleSplit<Sample> split;
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
            split.read(packing, planes, n);
            DecodeBlock<Formula> block;
            Value* to[kMostRows] = {};
            for (int r = 0; r < packing.rows; ++r) {
                to[r] = reinterpret_cast<Value*>(work.dst.row(y * packing.rows + r)) + x * work.channels;
                block.luma[r] = split.luma[r];
                block.to[r] = work.nonTemporal ? buffers[r] : to[r];
            }
            if (work.channels == 1) {
                storeBytes(to[0], split.luma[0], static_cast<size_t>(n) * sizeof(Value), work.nonTemporal);
                continue;
            }
            block.pairs = split.pairs;
            block.rows = packing.rows;
            block.cols = packing.cols;
            block.pixels = n;
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
