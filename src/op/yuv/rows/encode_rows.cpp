// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Rows become, block by block, codes of luma and chroma, and then samples in the order of the layout.

#include "rows.hpp"

#include <algorithm>
#include <cstring>

#include "../../simd/fetch_ahead.hpp"
#include "byte_block.hpp"
#include "samples.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr int64 kMaxBetween = 256;     // if fewer bytes lie between rows, they are prefetched with the rows
constexpr int64 kFetchedFirst = 8192;  // bytes of the first rows that are prefetched before the loop

static_assert(kWholeCodes % ByteBlock::kVectorPixels == 0, "vectors write no code that a destination has no room for");

//! As planarBlock(), by hand-written vectors; false if there are none for this CPU or this packing. They read whole
//! vectors. So rows are copied first if too few pixels of the image follow them (`following`), or if the last block
//! lacks a column.
bool vectorBlock(const YuvFormula<uchar>& formula, const YuvPacking& packing, const uchar* const (&rows)[2],
                 const uchar* const (&ahead)[2], int channels, int pixels, int64 following, BlockCodes<uchar>& codes)
{
#ifdef CUDASTRIPE_X86
    static const auto function = chooseVersion<YuvBlockFunction>(
        nullptr, &sse41::yuvBlock, &avx2::yuvBlock,
        checkHardwareSupport(CV_CPU_AVX_512VNNI) ? &avx512vnni::yuvBlock : &avx512::yuvBlock);
#else
    constexpr YuvBlockFunction function = nullptr;
#endif
    if (!function || packing.cols > 2)
        return false;
    alignas(64) uchar copies[2][kBlockPixels * 4 + ByteBlock::kBeyond];
    ByteBlock block;
    block.rowCount = packing.rows;
    block.channels = channels;
    block.pixels = roundUp(pixels, ByteBlock::kVectorPixels);
    block.cols = packing.chroma ? packing.cols : 0;
    const int read = (block.pixels - pixels) * channels + (channels == 3 ? ByteBlock::kBeyond : 0);
    for (int i = 0; i < 2; ++i) {
        block.rows[i] = rows[i];
        block.ahead[i] = ahead[i];
        block.luma[i] = codes.luma[i];
        block.chroma[i] = codes.chroma[i];
        const bool lacks = pixels % packing.cols > 0;
        if (i < packing.rows && (lacks || following * channels < read)) {
            const size_t bytes = static_cast<size_t>(pixels) * channels;
            std::memcpy(copies[i], rows[i], bytes);
            std::memset(copies[i] + bytes, 0, static_cast<size_t>(read));
            if (lacks)
                std::memcpy(copies[i] + bytes, copies[i] + bytes - channels, static_cast<size_t>(channels));
            block.rows[i] = copies[i];
        }
    }
    function(formula, block);
    return true;
}

void blockCodes(const YuvFormula<uchar>& formula, const YuvPacking& packing, const uchar* const (&rows)[2],
                const uchar* const (&ahead)[2], int channels, int pixels, int64 following, BlockCodes<uchar>& codes)
{
    if (!vectorBlock(formula, packing, rows, ahead, channels, pixels, following, codes))
        planarBlock(formula, packing, rows, channels, pixels, codes);
}

void blockCodes(const YuvFormula<ushort>& formula, const YuvPacking& packing, const ushort* const (&rows)[2],
                const uchar* const (&ahead)[2], int channels, int pixels, int64, BlockCodes<ushort>& codes)
{
    const int bytes = pixels * channels * int(sizeof(ushort));
    fetchAhead(ahead[0], ahead[1] ? bytes : packing.rows * bytes, 0);
    if (ahead[1])
        fetchAhead(ahead[1], bytes, 0);
    planarBlock(formula, packing, rows, channels, pixels, codes);
}

//! Copies several groups of rows of a narrow image side by side, so that vectors are full and a block's setup counts
//! less. For images so wide that a block holds fewer than three groups, the copies cost more than this saves. If the
//! last block of a row lacks a column, its other column is copied.
template <class T>
class NarrowRows
{
public:
    NarrowRows(const YuvFormula<T>& formula, const YuvPacking& packing, const YuvRows& work)
        : formula_(formula), packing_(packing), work_(work), cols_(roundUp(static_cast<int>(work.cols), packing.cols))
    {
    }

    static bool fits(const YuvPacking& packing, const YuvRows& work)
    {
        return work.cols <= kBlockPixels / 3 && work.rows > packing.rows && !work.nonTemporal;
    }

    void run()
    {
        const int most = kBlockPixels / cols_;
        const int64 all = work_.rows / packing_.rows;
        for (int64 first = 0; first < all; first += most)
            convert(first, static_cast<int>(std::min<int64>(most, all - first)));
    }

private:
    void convert(int64 first, int groups)
    {
        const size_t channels = size_t(work_.channels), values = size_t(cols_) * channels;
        const size_t given = size_t(work_.cols) * channels;
        const T* rows[2] = {};
        for (int r = 0; r < packing_.rows; ++r) {
            for (int g = 0; g < groups; ++g) {
                T* const to = pixels_[r] + g * values;
                std::memcpy(to, work_.in[0].row((first + g) * packing_.rows + r), given * sizeof(T));
                if (given < values)
                    std::memcpy(to + given, to + given - channels, channels * sizeof(T));
            }
            std::memset(pixels_[r] + groups * values, 0, kBeyond * work_.channels * sizeof(T));
            rows[r] = pixels_[r];
        }
        // Rows without gaps are fetched in the order of memory.
        const int64 later = std::min((first + groups) * packing_.rows, work_.rows - packing_.rows);
        const uchar* ahead[2] = {};
        for (int r = 0; r < packing_.rows; ++r)
            ahead[r] = work_.in[0].row(later + r);
        if (work_.in[0].dense())
            ahead[1] = nullptr;
        const int pixels = groups * cols_;
        blockCodes(formula_, packing_, rows, ahead, work_.channels, pixels, kBlockPixels + kBeyond - pixels, codes_);
        for (int p = 0; p < packing_.planeCount; ++p)
            store(p, first, groups);
    }

    void store(int p, int64 first, int groups)
    {
        const PlanePacking& plane = packing_.planes[p];
        const int rows = static_cast<int>(packing_.rowsOf(p, packing_.rows));
        const int each = static_cast<int>(plane.groupsOf(work_.cols));
        const bool dense = rows == 1 && work_.out[p].dense() && each * plane.cols == cols_;
        const int groupsAtOnce = dense ? groups : 1, count = groupsAtOnce * each;
        for (int g = 0; g < groups; g += groupsAtOnce) {
            const int x = g * cols_, chroma = x / packing_.cols;
            for (int r = 0; r < rows; ++r) {
                auto* const to = reinterpret_cast<T*>(work_.out[p].row((first + g) * rows + r));
                merge_.store(plane, {codes_.luma[r] + x, codes_.chroma[0] + chroma, codes_.chroma[1] + chroma}, to,
                             count, false);
            }
        }
    }

    static constexpr int kBeyond = ByteBlock::kVectorPixels + ByteBlock::kBeyond;  // pixels that vectors may read

    const YuvFormula<T>& formula_;
    const YuvPacking& packing_;
    const YuvRows& work_;
    SampleMerge<T> merge_;
    const int cols_;
    BlockCodes<T> codes_;
    alignas(64) T pixels_[2][4 * (kBlockPixels + kBeyond)];
};

//! The samples of a plane in blocks of `width` pixels; the last block of a row may be narrower.
template <class T>
struct BlockPlane
{
    int rows, length;
    SampleKind kind;  // of its first sample
    int groups[2];    // in a block, and in the last one of a row
    bool direct;  // codes go directly to the destination: they fill whole vectors, and nothing else is in their plane
    T* to[BlockCodes<T>::kMaxRows];

    void set(const YuvPacking& packing, int p, const YuvRows& work, int width)
    {
        const PlanePacking& plane = packing.planes[p];
        rows = static_cast<int>(packing.rowsOf(p, packing.rows));
        length = plane.length;
        kind = plane.kinds[0];
        groups[0] = width / plane.cols;
        groups[1] = static_cast<int>(plane.groupsOf((work.cols - 1) % width + 1));
        direct = sizeof(T) == 1 && length == 1 && !work.nonTemporal && (groups[0] | groups[1]) % kWholeCodes == 0;
    }

    void give(BlockCodes<T>& codes, bool last, bool fetches)
    {
        for (int r = 0; r < rows; ++r) {
            if (fetches)
                fetchToWrite(to[r], groups[last] * length * int(sizeof(T)));
            if (direct)
                codes.of(kind, r) = to[r];
        }
    }

    //! Stores codes that were not written to the destination directly, and moves on to the next block.
    void store(const PlanePacking& plane, SampleMerge<T>& merge, const BlockCodes<T>& codes, bool last,
               bool nonTemporal)
    {
        for (int r = 0; r < rows; ++r) {
            if (!direct)
                merge.store(plane, {codes.luma[r], codes.chroma[0], codes.chroma[1]}, to[r], groups[last], nonTemporal);
            to[r] += groups[0] * length;
        }
    }
};

template <class T>
void convertWideRows(const YuvFormula<T>& formula, const YuvPacking& packing, const YuvRows& work)
{
    const PlaneView& src = work.in[0];
    BlockCodes<T> codes;
    SampleMerge<T> merge;
    const int64 blocks = (work.cols + kBlockPixels - 1) / kBlockPixels;
    // Whole vectors of luma, and of chroma with half the columns.
    const int width = roundUp(static_cast<int>((work.cols + blocks - 1) / blocks), 2 * kWholeCodes);
    // Rows that share chroma are converted at once, but rows of a later group are prefetched in the order of memory.
    const int64 pixelBytes = work.channels * int64(sizeof(T)), groupBytes = packing.rows * work.cols * pixelBytes;
    const int64 rowsAhead = packing.rows * (1 + kFetchAhead / groupBytes);
    const bool contiguous = packing.rows == 1 || src.step - work.cols * pixelBytes < kMaxBetween;
    const int firstBytes = static_cast<int>(std::min(work.cols * pixelBytes, kFetchedFirst));
    const bool dense = src.dense();
    const bool small = work.rows * work.cols * pixelBytes <= kFetchedFirst;
    for (int r = 0; r < packing.rows && !small; ++r)
        fetchAhead(src.row(r), firstBytes, 0);
    BlockPlane<T> planes[YuvPacking::kMaxPlanes];
    for (int p = 0; p < packing.planeCount; ++p)
        planes[p].set(packing, p, work, width);
    for (int64 y = 0; y < work.rows; y += packing.rows) {
        // Rows after the last one belong to another thread or to no image.
        const int64 later = std::min(y + rowsAhead, work.rows - packing.rows);
        forPlaneRows(packing, y, packing.rows,
                     [&](int p, int r, int64 row) { planes[p].to[r] = reinterpret_cast<T*>(work.out[p].row(row)); });
        for (int64 x = 0; x < work.cols; x += width) {
            const int n = static_cast<int>(std::min<int64>(width, work.cols - x));
            const bool last = x + n == work.cols;
            const int64 before = x * pixelBytes;
            const T* rows[2] = {};
            const uchar* ahead[2] = {};
            for (int r = 0; r < packing.rows; ++r) {
                rows[r] = reinterpret_cast<const T*>(src.row(y + r) + before);
                ahead[r] = contiguous ? nullptr : src.row(later + r) + before;
            }
            if (contiguous)
                ahead[0] = src.row(later) + packing.rows * before;
            for (int p = 0; p < packing.planeCount; ++p)
                planes[p].give(codes, last, !work.nonTemporal && !small);
            const int64 rowsBehind = dense ? work.rows - y - packing.rows : 0;
            blockCodes(formula, packing, rows, ahead, work.channels, n, work.cols - x - n + rowsBehind * work.cols,
                       codes);
            for (int p = 0; p < packing.planeCount; ++p)
                planes[p].store(packing.planes[p], merge, codes, last, work.nonTemporal);
        }
    }
}

//! Converts whole groups of rows.
template <class T>
void convertGroups(const YuvFormula<T>& formula, const YuvPacking& packing, const YuvRows& work)
{
    if (NarrowRows<T>::fits(packing, work))
        NarrowRows<T>(formula, packing, work).run();
    else
        convertWideRows(formula, packing, work);
}

}  // namespace

template <class T>
void convertYuvRows(const YuvFormula<T>& formula, const YuvPacking& packing, const YuvRows& work)
{
    YuvRows part = work;
    part.rows -= work.rows % packing.rows;
    if (part.rows > 0)
        convertGroups(formula, packing, part);
    if (part.rows == work.rows)
        return;
    const PlaneView pixels = {work.in[0].row(part.rows), 0, work.in[0].rowBytes};
    PlaneView planes[YuvPacking::kMaxPlanes];
    repeatRow(packing, work.out, part.rows, planes);
    convertGroups(formula, packing, {&pixels, planes, work.cols, packing.rows, work.channels, work.nonTemporal});
}

template void convertYuvRows(const YuvFormula<uchar>&, const YuvPacking&, const YuvRows&);
template void convertYuvRows(const YuvFormula<ushort>&, const YuvPacking&, const YuvRows&);

}}  // namespace cv::cudastripe
