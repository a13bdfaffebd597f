// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Blocks of any layout through planes, in loops that the compiler vectorises.

#include "planar_block.hpp"

#include <algorithm>

#include "column_sums.hpp"
#include "samples.hpp"

namespace cv { namespace cudastripe {
namespace {

template <class T>
CUDASTRIPE_INLINE void lumaOf(const YuvFormula<T>& formula, const T* const (&planes)[3], T* out, int n)
{
    const LinearForm form = formula.luma;
    const int most = formula.most, unusedBits = formula.unusedBits;
    const T *c0 = planes[0], *c1 = planes[1], *c2 = planes[2];
    CUDASTRIPE_INDEPENDENT
    for (int i = 0; i < n; ++i) {
        // White gives at most the greatest code, so bytes need no saturation.
        out[i] = static_cast<T>(YuvFormula<T>::of(form, c0[i], c1[i], c2[i], most, unusedBits));
    }
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

//! kShift unaligns some planes, else OpenCV's split would use non-temporal stores. Buffers are not cleared: that would
//! take as long as the conversion.
template <class T>
struct Buffers
{
    static constexpr int kShift = 8 / sizeof(T);
    alignas(64) T channels[4][kBlockPixels + kShift];
    alignas(64) int sums[3][kBlockPixels];

    //! Clears the values after the pixels that loops over whole vectors read.
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
    // Loops run over whole vectors, so that they need no tail.
    const int whole = roundUp(n, kWholeCodes), blocks = roundUp((n + packing.cols - 1) / packing.cols, kWholeCodes);
    buffers.clearBehind(n, std::max(whole, blocks * packing.cols));
    for (int r = 0; r < packing.rows; ++r) {
        splitChannels(rows[r], planes, n, channels);
        for (int c = 0; c < 3 && n % packing.cols > 0; ++c)
            planes[c][n] = planes[c][n - 1];
        lumaOf(formula, {planes[0], planes[1], planes[2]}, codes.luma[r], whole);
        if (!packing.chroma || (r > 0 && !formula.sumRows))
            continue;
        for (int c = 0; c < 3; ++c)
            sumColumns<true>(planes[c], sums[c], blocks, packing.cols, formula.sumCols, r > 0);
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
