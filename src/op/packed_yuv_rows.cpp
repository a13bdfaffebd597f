// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "packed_yuv_rows.hpp"

#include <algorithm>

#include "instruction_set.hpp"
#include "plane_codec.hpp"

// A row goes through small planar buffers: OpenCV's vectorised split and merge move the bytes, and between them lies a
// plain loop that the compiler vectorises, once for each instruction set.

namespace cv { namespace cudastripe {
namespace {

constexpr int kBlock = 512;  // pixels: seven planes of 32-bit values are 14 KB and stay in L1

template <class Formula, class T = typename Formula::Value>
CUDASTRIPE_INLINE void planarLoop(const Formula& formula, const T* c0, const T* c1, const T* c2, T* o0, T* o1, T* o2,
                                  int n)
{
    const Formula f = formula;
    // The planes are distinct; through references the compiler cannot know.
#pragma GCC ivdep
    for (int i = 0; i < n; ++i)
        f(c0[i], c1[i], c2[i], o0[i], o1[i], o2[i]);
}

template <class Formula, class T = typename Formula::Value>
void planarPlain(const Formula& f, T* const* in, T* const* out, int n)
{
    planarLoop(f, in[0], in[1], in[2], out[0], out[1], out[2], n);
}

#ifdef CUDASTRIPE_X86
template <class Formula, class T = typename Formula::Value>
CUDASTRIPE_AVX2 void planarAvx2(const Formula& f, T* const* in, T* const* out, int n)
{
    planarLoop(f, in[0], in[1], in[2], out[0], out[1], out[2], n);
}

template <class Formula, class T = typename Formula::Value>
CUDASTRIPE_AVX512 void planarAvx512(const Formula& f, T* const* in, T* const* out, int n)
{
    planarLoop(f, in[0], in[1], in[2], out[0], out[1], out[2], n);
}
#endif

template <class Formula, class T = typename Formula::Value>
auto planarFunction() -> void (*)(const Formula&, T* const*, T* const*, int)
{
#ifdef CUDASTRIPE_X86
    return chooseVersion(&planarPlain<Formula>, &planarAvx2<Formula>, &planarAvx512<Formula>);
#else
    return &planarPlain<Formula>;
#endif
}

}  // namespace

template <class Formula, int Channels>
void convertPackedYuvRows(const Formula& formula, const PlaneView& src, const PlaneView& dst, int64 cols, int64 rows)
{
    using T = typename Formula::Value;
    constexpr int vector = 64;  // the loop runs over whole vectors, so that it needs no tail; the rest is zeros
    static const auto planar = planarFunction<Formula>();
    // OpenCV's split writes past the caches if all planes are aligned alike, but these are read again at once.
    constexpr int shift = 16 / sizeof(T);
    alignas(64) T buffer[7][kBlock + shift] = {};
    T* in[4] = {buffer[0], buffer[1], buffer[2], buffer[3]};
    T* out[3] = {buffer[4], buffer[5], buffer[6]};
    const T* converted[3] = {buffer[4], buffer[5], buffer[6]};
    for (int64 y = 0; y < rows; ++y) {
        const T* from = reinterpret_cast<const T*>(src.row(y));
        T* to = reinterpret_cast<T*>(dst.row(y));
        for (int64 x = 0; x < cols; x += kBlock) {
            const int n = static_cast<int>(std::min<int64>(kBlock, cols - x));
            splitChannels(from + x * Channels, in, n, Channels);
            planar(formula, in, out, (n + vector - 1) / vector * vector);
            mergeChannels(converted, to + x * 3, n, 3);
        }
    }
}

#define CUDASTRIPE_INSTANTIATE(Formula)                                                                               \
    template void convertPackedYuvRows<Formula, 3>(const Formula&, const PlaneView&, const PlaneView&, int64, int64); \
    template void convertPackedYuvRows<Formula, 4>(const Formula&, const PlaneView&, const PlaneView&, int64, int64);

CUDASTRIPE_INSTANTIATE(FixedYuv<uchar>)
CUDASTRIPE_INSTANTIATE(FixedYuv<ushort>)
CUDASTRIPE_INSTANTIATE(FloatYuv)

}}  // namespace cv::cudastripe
