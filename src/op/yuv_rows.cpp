// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "yuv_rows.hpp"

#include <algorithm>
#include <cstring>

#include "byte_rows.hpp"
#include "planar_block.hpp"
#include "sample_merge.hpp"

// An image goes block by block through small buffers: codes of luma and chroma, then samples in the order of the
// layout, then the destination.

namespace cv { namespace cudastripe {
namespace {

void blockCodes(const YuvFormula<uchar>& formula, const YuvPacking& packing, const uchar* const (&rows)[2],
                int channels, int pixels, int64 following, BlockCodes<uchar>& codes)
{
    if (!vectorBlock(formula, packing, rows, channels, pixels, following, codes))
        planarBlock(formula, packing, rows, channels, pixels, codes);
}

void blockCodes(const YuvFormula<ushort>& formula, const YuvPacking& packing, const ushort* const (&rows)[2],
                int channels, int pixels, int64, BlockCodes<ushort>& codes)
{
    planarBlock(formula, packing, rows, channels, pixels, codes);
}

template <class T>
void convert(const YuvFormula<T>& formula, const YuvPacking& packing, const YuvRows& work)
{
    BlockCodes<T> codes;
    SampleMerge<T> merge(packing);
    for (int64 y = 0; y * packing.rows < work.rows; ++y) {
        for (int64 x = 0; x < work.cols; x += kBlockPixels) {
            const int n = static_cast<int>(std::min<int64>(kBlockPixels, work.cols - x));
            const T* rows[2] = {};
            for (int r = 0; r < packing.rows; ++r)
                rows[r] = reinterpret_cast<const T*>(work.src.row(y * packing.rows + r)) + x * work.channels;
            blockCodes(formula, packing, rows, work.channels, n, work.cols - x - n, codes);
            for (int p = 0; p < packing.planeCount; ++p) {
                const PlanePacking& plane = packing.planes[p];
                const int planeRows = plane.luma ? packing.rows : 1;
                for (int r = 0; r < planeRows; ++r) {
                    T* to = reinterpret_cast<T*>(work.out[p].row(y * planeRows + r)) + x / plane.cols * plane.length;
                    merge.store(p, {codes.luma[r], codes.chroma[0], codes.chroma[1]}, to, n / plane.cols,
                                work.streamed);
                }
            }
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
