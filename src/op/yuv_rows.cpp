// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "yuv_rows.hpp"

#include <algorithm>
#include <cstring>

#include "byte_rows.hpp"
#include "fetch_ahead.hpp"
#include "planar_block.hpp"
#include "sample_merge.hpp"

// An image goes block by block through small buffers: codes of luma and chroma, then samples in the order of the
// layout, then the destination.

namespace cv { namespace cudastripe {
namespace {

constexpr int64 kBlocksAhead = 2;  // rows that share chroma are worked on together, so not what follows in memory

void blockCodes(const YuvFormula<uchar>& formula, const YuvPacking& packing, const uchar* const (&rows)[2],
                const uchar* const (&ahead)[2], int channels, int pixels, int64 following, BlockCodes<uchar>& codes)
{
    if (!vectorBlock(formula, packing, rows, ahead, channels, pixels, following, codes))
        planarBlock(formula, packing, rows, channels, pixels, codes);
}

void blockCodes(const YuvFormula<ushort>& formula, const YuvPacking& packing, const ushort* const (&rows)[2],
                const uchar* const (&ahead)[2], int channels, int pixels, int64, BlockCodes<ushort>& codes)
{
    for (int r = 0; r < packing.rows; ++r)
        fetchAhead(ahead[r], pixels * channels * int(sizeof(ushort)), 0);
    planarBlock(formula, packing, rows, channels, pixels, codes);
}

//! Visits the places of a block's samples: plane, row of luma, first sample, and how many groups follow there.
template <class T, class Visit>
void eachPlace(const YuvPacking& packing, const YuvRows& work, int64 y, int64 x, int pixels, const Visit& visit)
{
    for (int p = 0; p < packing.planeCount; ++p) {
        const PlanePacking& plane = packing.planes[p];
        const int planeRows = plane.luma ? packing.rows : 1;
        for (int r = 0; r < planeRows; ++r) {
            T* to = reinterpret_cast<T*>(work.out[p].row(y * planeRows + r)) + x / plane.cols * plane.length;
            visit(p, r, to, pixels / plane.cols);
        }
    }
}

template <class T>
void convert(const YuvFormula<T>& formula, const YuvPacking& packing, const YuvRows& work)
{
    BlockCodes<T> codes;
    SampleMerge<T> merge(packing);
    // Blocks are equally wide, so that each fetches all of a later one.
    const int64 blocks = (work.cols + kBlockPixels - 1) / kBlockPixels;
    const int64 width = PaddedRows::padded(static_cast<int>((work.cols + blocks - 1) / blocks));
    const auto source = [&](int64 y, int64 x, int r) {
        return work.src.row(y * packing.rows + r) + x * work.channels * int64(sizeof(T));
    };
    for (int64 y = 0; y * packing.rows < work.rows; ++y) {
        for (int64 x = 0; x < work.cols; x += width) {
            const int n = static_cast<int>(std::min<int64>(width, work.cols - x));
            int64 aheadX = x + kBlocksAhead * width, aheadY = y;
            for (; aheadX >= work.cols; aheadX -= blocks * width)
                ++aheadY;
            const T* rows[2] = {};
            const uchar* ahead[2] = {};
            for (int r = 0; r < packing.rows; ++r) {
                rows[r] = reinterpret_cast<const T*>(source(y, x, r));
                ahead[r] = source(aheadY, aheadX, r);
            }
            if (!work.streamed) {
                eachPlace<T>(packing, work, y, x, n, [&](int p, int, T* to, int groups) {
                    fetchToWrite(to, groups * packing.planes[p].length * int(sizeof(T)));
                });
            }
            blockCodes(formula, packing, rows, ahead, work.channels, n, work.cols - x - n, codes);
            eachPlace<T>(packing, work, y, x, n, [&](int p, int r, T* to, int groups) {
                merge.store(p, {codes.luma[r], codes.chroma[0], codes.chroma[1]}, to, groups, work.streamed);
            });
        }
    }
    if (work.streamed)
        endStreaming();
}

}  // namespace

void convertYuvRows(const YuvFormula<uchar>& formula, const YuvPacking& packing, const YuvRows& work)
{
    convert(formula, packing, work);
}

void convertYuvRows(const YuvFormula<ushort>& formula, const YuvPacking& packing, const YuvRows& work)
{
    convert(formula, packing, work);
}

}}  // namespace cv::cudastripe
