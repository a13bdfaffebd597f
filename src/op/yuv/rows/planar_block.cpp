// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Blocks of any layout through planes, in loops that the compiler vectorises.

#include "planar_block.hpp"

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "../../simd/instruction_set.hpp"
#include "samples.hpp"

namespace cv { namespace cudastripe {
namespace {

// Loops run over whole vectors, so that they need no tail.
constexpr int wholeVectors(int n)
{
    return (n + kWholeCodes - 1) / kWholeCodes * kWholeCodes;
}

// Neighbours are loaded as one number, the first in the lower bits: compilers vectorise loads of every second value
// badly.
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "pairs of values are read as one number");

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
        return reinterpret_cast<const typename Unaligned<Pair>::type*>(planes[channel])[i];
    }
    CUDASTRIPE_INLINE int left(int channel, int i) const { return static_cast<T>(pair(channel, i)); }
    CUDASTRIPE_INLINE int right(int channel, int i) const { return static_cast<int>(pair(channel, i) >> kBits); }
};

template <class T, class Pixels>
CUDASTRIPE_INLINE void lumaOf(const YuvFormula<T>& formula, const Pixels& pixels, T* out, int n)
{
    const LinearForm form = formula.luma;
    const int most = formula.most, unusedBits = formula.unusedBits;
    CUDASTRIPE_INDEPENDENT
    for (int i = 0; i < n; ++i) {
        // The weights add up to white, so bytes need no saturation.
        out[i] = static_cast<T>(
            YuvFormula<T>::of(form, pixels.at(0, i), pixels.at(1, i), pixels.at(2, i), most, unusedBits));
    }
}

//! Sums the columns of blocks of `Cols` pixels, or takes the left one, and adds them to those of the row above.
template <int Cols, bool SumCols, bool Add, class Pixels>
CUDASTRIPE_INLINE void sumOf(const Pixels& pixels, int* const* sums, int blocks)
{
    for (int c = 0; c < 3; ++c) {
        int* const out = sums[c];
        CUDASTRIPE_INDEPENDENT
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
    CUDASTRIPE_INDEPENDENT
    for (int i = 0; i < n; ++i)
        out[i] = YuvFormula<T>::saturated(YuvFormula<T>::of(form, s0[i], s1[i], s2[i], most, unusedBits));
}

//! kShift unaligns some planes, else OpenCV's split would use non-temporal stores. Not cleared: that would take as long
//! as the work.
template <class T>
struct Buffers
{
    static constexpr int kShift = 8 / sizeof(T);
    alignas(64) T channels[4][kBlockPixels + kShift];
    alignas(64) int sums[3][kBlockPixels];

    //! Loops over whole vectors read zeros behind the pixels.
    void clearBehind(int pixels, int read)
    {
        for (T* plane : channels)
            std::fill(plane + pixels, plane + read, T(0));
    }
};

template <class T>
CUDASTRIPE_INLINE void convertBlock(const YuvFormula<T>& formula, const YuvPacking& packing, const T* const (&rows)[2],
                                    int channels, int n, BlockCodes<T>& codes)
{
    Buffers<T> buffers;
    int* const sums[3] = {buffers.sums[0], buffers.sums[1], buffers.sums[2]};
    T* planes[4] = {buffers.channels[0], buffers.channels[1], buffers.channels[2], buffers.channels[3]};
    const int whole = wholeVectors(n), blocks = wholeVectors((n + packing.cols - 1) / packing.cols);
    buffers.clearBehind(n, std::max(whole, blocks * packing.cols));
    for (int r = 0; r < packing.rows; ++r) {
        splitChannels(rows[r], planes, n, channels);
        for (int c = 0; c < 3 && n % packing.cols > 0; ++c)
            planes[c][n] = planes[c][n - 1];
        const PlanarPixels<T> pixels = {{planes[0], planes[1], planes[2]}};
        lumaOf(formula, pixels, codes.luma[r], whole);
        if (!packing.chroma || (r > 0 && !formula.sumRows))
            continue;
        if (packing.cols == 1)
            addSums<1>(pixels, sums, blocks, formula.sumCols, r > 0);
        else if (packing.cols == 2)
            addSums<2>(pixels, sums, blocks, formula.sumCols, r > 0);
        else
            addSums<4>(pixels, sums, blocks, formula.sumCols, r > 0);
    }
    for (int which = 0; which < 2 && packing.chroma; ++which)
        chromaOf(formula, which, sums, codes.chroma[which], blocks);
}

}  // namespace

template <class T>
void planarBlock(const YuvFormula<T>& formula, const YuvPacking& packing, const T* const (&rows)[2], int channels,
                 int pixels, BlockCodes<T>& codes)
{
    static const auto version = Versions<&convertBlock<T>>::forThisCpu();
    version(formula, packing, rows, channels, pixels, codes);
}

template CV_EXPORTS void planarBlock(const YuvFormula<uchar>&, const YuvPacking&, const uchar* const (&)[2], int, int,
                                     BlockCodes<uchar>&);
template CV_EXPORTS void planarBlock(const YuvFormula<ushort>&, const YuvPacking&, const ushort* const (&)[2], int, int,
                                     BlockCodes<ushort>&);

}}  // namespace cv::cudastripe
