// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "yuv_rows.hpp"

#include <algorithm>
#include <type_traits>

#include "instruction_set.hpp"
#include "plane_codec.hpp"
#include "sample_merge.hpp"

// An image goes block by block through small buffers that stay in L1: codes of luma and chroma, then samples in the
// order of the layout, then the destination. The loops between are plain, over whole vectors, and the compiler
// vectorises them.

namespace cv { namespace cudastripe {
namespace {

constexpr int kBlock = 512;  // pixels
constexpr int kVector = 64;  // loops run over whole vectors, so that they need no tail; what is beyond is not stored

constexpr int wholeVectors(int n)
{
    return (n + kVector - 1) / kVector * kVector;
}

// Neighbours are loaded as one number, since compilers vectorise loads of every second value badly. The first lies in
// the lower bits.
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "pairs of values are read as one number");

template <class Value>
using Unaligned __attribute__((aligned(1), may_alias)) = Value;

//! Channels of pixels that lie in planes.
template <class T>
struct PlanarPixels
{
    using Pair = std::conditional_t<sizeof(T) == 1, std::uint16_t, std::uint32_t>;
    static constexpr int kBits = 8 * sizeof(T);
    const T* planes[3];

    CUDASTRIPE_INLINE int at(int channel, int i) const { return planes[channel][i]; }
    CUDASTRIPE_INLINE Pair pair(int channel, int i) const
    {
        return reinterpret_cast<const Unaligned<Pair>*>(planes[channel])[i];
    }
    CUDASTRIPE_INLINE int left(int channel, int i) const { return static_cast<T>(pair(channel, i)); }
    CUDASTRIPE_INLINE int right(int channel, int i) const { return static_cast<int>(pair(channel, i) >> kBits); }
};

//! Channels of 8-bit pixels with a fourth one, which need no splitting.
struct WordPixels
{
    const uchar* pixels;

    CUDASTRIPE_INLINE int at(int channel, int i) const
    {
        return int(reinterpret_cast<const Unaligned<std::uint32_t>*>(pixels)[i] >> (8 * channel) & 255);
    }
    CUDASTRIPE_INLINE std::uint64_t pair(int i) const
    {
        return reinterpret_cast<const Unaligned<std::uint64_t>*>(pixels)[i];
    }
    CUDASTRIPE_INLINE int left(int channel, int i) const { return int(pair(i) >> (8 * channel) & 255); }
    CUDASTRIPE_INLINE int right(int channel, int i) const { return int(pair(i) >> (32 + 8 * channel) & 255); }
};

template <class T>
CUDASTRIPE_INLINE int codeOf(const LinearForm& form, int c0, int c1, int c2, int most, int unusedBits)
{
    if (sizeof(T) == 1) {
        const int code = form.ofBytes(c0, c1, c2);
        return code < 0 ? 0 : code > 255 ? 255 : code;
    }
    return YuvFormula<T>::of(form, c0, c1, c2, most, unusedBits);
}

template <class T, class Pixels>
CUDASTRIPE_INLINE void lumaOf(const YuvFormula<T>& formula, const Pixels& pixels, T* out, int n)
{
    const LinearForm form = formula.luma;
    const int most = formula.most, unusedBits = formula.unusedBits;
#pragma GCC ivdep
    for (int i = 0; i < n; ++i) {
        // The weights add up to white, so bytes need no saturation.
        out[i] = static_cast<T>(
            sizeof(T) == 1 ? form.ofBytes(pixels.at(0, i), pixels.at(1, i), pixels.at(2, i))
                           : codeOf<T>(form, pixels.at(0, i), pixels.at(1, i), pixels.at(2, i), most, unusedBits));
    }
}

//! Sums the columns of blocks of `Cols` pixels, or takes the left one, and adds them to those of the row above.
template <int Cols, bool SumCols, bool Add, class Pixels>
CUDASTRIPE_INLINE void sumOf(const Pixels& pixels, int* const* sums, int blocks)
{
    for (int c = 0; c < 3; ++c) {
        int* const out = sums[c];
#pragma GCC ivdep
        for (int i = 0; i < blocks; ++i) {
            int sum = Cols == 2 ? pixels.left(c, i) : pixels.at(c, i * Cols);
            if (SumCols && Cols == 2)
                sum += pixels.right(c, i);
            for (int k = 1; SumCols && Cols != 2 && k < Cols; ++k)
                sum += pixels.at(c, i * Cols + k);
            out[i] = Add ? out[i] + sum : sum;
        }
    }
}

template <int Cols, class Pixels>
CUDASTRIPE_INLINE void addSums(const Pixels& pixels, int* const* sums, int blocks, bool sumCols, bool add)
{
    if (sumCols && add)
        sumOf<Cols, true, true>(pixels, sums, blocks);
    else if (sumCols)
        sumOf<Cols, true, false>(pixels, sums, blocks);
    else if (add)
        sumOf<Cols, false, true>(pixels, sums, blocks);
    else
        sumOf<Cols, false, false>(pixels, sums, blocks);
}

template <class T>
CUDASTRIPE_INLINE void chromaOf(const YuvFormula<T>& formula, int which, const int* const* sums, T* out, int n)
{
    const LinearForm form = formula.chroma[which];
    const int most = formula.most, unusedBits = formula.unusedBits;
    const int *s0 = sums[0], *s1 = sums[1], *s2 = sums[2];
#pragma GCC ivdep
    for (int i = 0; i < n; ++i)
        out[i] = static_cast<T>(codeOf<T>(form, s0[i], s1[i], s2[i], most, unusedBits));
}

//! What a block passes through. Planes are not all aligned alike, else OpenCV's split would write past the caches.
template <class T>
struct Buffers
{
    static constexpr int kShift = 16 / sizeof(T);
    static constexpr int kMostRows = 2;
    alignas(64) T channels[4][kBlock + kShift] = {};
    alignas(64) T codes[kSampleKinds][kMostRows][kBlock] = {};
    alignas(64) int sums[3][kBlock] = {};
    alignas(64) T merged[SampleMerge<T>::kMost * kBlock + kShift] = {};
    alignas(64) T half[SampleMerge<T>::kMost * kBlock + kShift] = {};
};

template <class T, int Channels>
CUDASTRIPE_INLINE void convertRowOfBlock(const YuvFormula<T>& formula, const YuvPacking& packing, const T* from,
                                         int row, int n, Buffers<T>& buffers)
{
    int* const sums[3] = {buffers.sums[0], buffers.sums[1], buffers.sums[2]};
    const int whole = wholeVectors(n), blocks = wholeVectors(n / packing.cols);
    const auto convert = [&](const auto& pixels) __attribute__((always_inline))
    {
        lumaOf(formula, pixels, buffers.codes[LumaSample][row], whole);
        if (!packing.chroma || (row > 0 && !formula.sumRows))
            return;
        if (packing.cols == 1)
            addSums<1>(pixels, sums, blocks, formula.sumCols, row > 0);
        else if (packing.cols == 2)
            addSums<2>(pixels, sums, blocks, formula.sumCols, row > 0);
        else
            addSums<4>(pixels, sums, blocks, formula.sumCols, row > 0);
    };
    T* const planes[4] = {buffers.channels[0], buffers.channels[1], buffers.channels[2], buffers.channels[3]};
    if (sizeof(T) == 1 && Channels == 4 && n == kBlock) {
        convert(WordPixels{reinterpret_cast<const uchar*>(from)});
    } else {
        splitChannels(from, const_cast<T**>(planes), n, Channels);
        convert(PlanarPixels<T>{{planes[0], planes[1], planes[2]}});
    }
}

template <class T, int Channels>
CUDASTRIPE_INLINE void convertRows(const YuvFormula<T>& formula, const YuvPacking& packing, const YuvRows& work)
{
    Buffers<T> buffers;
    const SampleMerge<T> merge(packing);
    const int* const sums[3] = {buffers.sums[0], buffers.sums[1], buffers.sums[2]};
    for (int64 y = 0; y * packing.rows < work.rows; ++y) {
        for (int64 x = 0; x < work.cols; x += kBlock) {
            const int n = static_cast<int>(std::min<int64>(kBlock, work.cols - x));
            for (int r = 0; r < packing.rows; ++r) {
                const T* from = reinterpret_cast<const T*>(work.src.row(y * packing.rows + r)) + x * Channels;
                convertRowOfBlock<T, Channels>(formula, packing, from, r, n, buffers);
            }
            for (int which = 0; which < 2 && packing.chroma; ++which) {
                chromaOf(formula, which, sums, buffers.codes[FirstChromaSample + which][0],
                         wholeVectors(n / packing.cols));
            }
            for (int p = 0; p < packing.planeCount; ++p) {
                const PlanePacking& plane = packing.planes[p];
                const int planeRows = plane.luma ? packing.rows : 1;
                for (int r = 0; r < planeRows; ++r) {
                    const T* codes[kSampleKinds] = {buffers.codes[LumaSample][r], buffers.codes[FirstChromaSample][0],
                                                    buffers.codes[SecondChromaSample][0]};
                    T* to = reinterpret_cast<T*>(work.out[p].row(y * planeRows + r)) + x / plane.cols * plane.length;
                    merge.store(p, codes, to, n / plane.cols, work.streamed, buffers.merged, buffers.half);
                }
            }
        }
    }
}

template <class T>
using RowsFunction = void (*)(const YuvFormula<T>&, const YuvPacking&, const YuvRows&);

template <class T, int Channels>
void rowsPlain(const YuvFormula<T>& formula, const YuvPacking& packing, const YuvRows& work)
{
    convertRows<T, Channels>(formula, packing, work);
}

#ifdef CUDASTRIPE_X86
template <class T, int Channels>
CUDASTRIPE_AVX2 void rowsAvx2(const YuvFormula<T>& formula, const YuvPacking& packing, const YuvRows& work)
{
    convertRows<T, Channels>(formula, packing, work);
}

template <class T, int Channels>
CUDASTRIPE_AVX512 void rowsAvx512(const YuvFormula<T>& formula, const YuvPacking& packing, const YuvRows& work)
{
    convertRows<T, Channels>(formula, packing, work);
}
#endif

template <class T, int Channels>
RowsFunction<T> rowsFunction()
{
#ifdef CUDASTRIPE_X86
    return chooseVersion<RowsFunction<T>>(&rowsPlain<T, Channels>, &rowsAvx2<T, Channels>, &rowsAvx512<T, Channels>);
#else
    return &rowsPlain<T, Channels>;
#endif
}

template <class T>
void convert(const YuvFormula<T>& formula, const YuvPacking& packing, const YuvRows& work)
{
    static const RowsFunction<T> three = rowsFunction<T, 3>(), four = rowsFunction<T, 4>();
    (work.channels == 3 ? three : four)(formula, packing, work);
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
