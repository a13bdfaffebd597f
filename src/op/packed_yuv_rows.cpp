// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "packed_yuv_rows.hpp"

#include <algorithm>

#include "byte_rows.hpp"
#include "fetch_ahead.hpp"
#include "float_yuv_step.hpp"
#include "instruction_set.hpp"
#include "interleaved_bytes.hpp"
#include "plane_codec.hpp"
#include "stream_store.hpp"

// Integers go through small planar buffers: OpenCV's vectorised split and merge move the bytes, and between them lies a
// plain loop that the compiler vectorises, once for each instruction set. Floats are as wide as what is computed, so
// that it vectorises a loop over pixels as well.

namespace cv { namespace cudastripe {
namespace {

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

//! Planes of converted pixels, from OpenCV's split and a loop.
template <class Formula, class T = typename Formula::Value>
class PlanarStep
{
public:
    void convert(const Formula& formula, const T* from, int channels, int n, int64, const T* (&out)[3])
    {
        static const auto planar = planarFunction<Formula>();
        constexpr int vector = 64;  // the loop runs over whole vectors, so that it needs no tail; the rest is zeros
        T* in[4] = {buffer_[0], buffer_[1], buffer_[2], buffer_[3]};
        T* converted[3] = {buffer_[4], buffer_[5], buffer_[6]};
        splitChannels(from, in, n, channels);
        planar(formula, in, converted, (n + vector - 1) / vector * vector);
        std::copy_n(converted, 3, out);
    }

private:
    // OpenCV's split writes past the caches if all planes are aligned alike, but these are read again at once.
    alignas(64) T buffer_[7][kBlockPixels + 16 / sizeof(T)] = {};
};

//! The same by hand-written vectors, where this CPU has them for planes.
class ByteStep
{
public:
    void convert(const FixedYuv<uchar>& formula, const uchar* from, int channels, int n, int64 following,
                 const uchar* (&out)[3])
    {
        static const FixedBlockFunction function = fixedBlockFunction();
        if (!function)
            return planar_.convert(formula, from, channels, n, following, out);
        ByteBlock block;
        padded_.set(block, {from, nullptr}, 1, channels, n, following);
        block.luma[0] = codes_.luma[0];
        block.chroma[0] = codes_.chroma[0];
        block.chroma[1] = codes_.chroma[1];
        function(formula, block);
        out[0] = block.luma[0];
        out[1] = block.chroma[0];
        out[2] = block.chroma[1];
    }

private:
    PlanarStep<FixedYuv<uchar>> planar_;
    PaddedRows padded_;
    BlockCodes<uchar> codes_;
};

//! Pixels one beside the other again.
template <class Step, class Formula>
class MergedStep
{
public:
    template <int Channels, class T>
    void convert(const Formula& formula, const T* from, int n, int64 following, T* to)
    {
        const T* planes[3] = {};
        step_.convert(formula, from, Channels, n, following, planes);
        mergeChannels(planes, to, n, 3);
    }

private:
    Step step_;
};

template <class T>
struct StepOf
{
    using Type = MergedStep<PlanarStep<FixedYuv<T>>, FixedYuv<T>>;
};
template <>
struct StepOf<uchar>
{
    using Type = MergedStep<ByteStep, FixedYuv<uchar>>;
};
template <>
struct StepOf<float>
{
    using Type = FloatStep;
};

//! Does as many of the pixels as there are vectors for, straight into their place, and says how many.
template <class Formula, class T>
int interleavedVectors(const Formula&, const T*, int, int, T*, bool)
{
    return 0;
}

int interleavedVectors(const FixedYuv<ushort>& formula, const ushort* from, int channels, int n, ushort* to,
                       bool streamed)
{
    static const FixedWordsFunction function = fixedWordsFunction();
    const int whole = function ? n / 16 * 16 : 0;
    if (whole > 0)
        function(formula, from, channels, whole, to, streamed && reinterpret_cast<uintptr_t>(to) % 32 == 0);
    return whole;
}

//! Whole rows straight into their place; false if there are no vectors for it.
template <class Formula>
bool straightRows(const Formula&, const PlaneView&, int, const PlaneView&, int64, int64, bool)
{
    return false;
}

bool straightRows(const FixedYuv<uchar>& formula, const PlaneView& src, int channels, const PlaneView& dst, int64 cols,
                  int64 rows, bool streamed)
{
    static const InterleavedBytesFunction function = interleavedBytesFunction();
    if (!function)
        return false;
    for (int64 y = 0; y < rows; ++y)
        convertInterleavedBytes(function, formula, src.row(y), channels, cols, dst.row(y), streamed);
    if (streamed)
        endStreaming();
    return true;
}

}  // namespace

template <class Formula, int Channels>
void convertPackedYuvRows(const Formula& formula, const PlaneView& src, const PlaneView& dst, int64 cols, int64 rows,
                          bool streamed)
{
    if (straightRows(formula, src, Channels, dst, cols, rows, streamed))
        return;
    using T = typename Formula::Value;
    constexpr int kRun = kBlockPixels / int(sizeof(T));  // short, so that what is fetched ahead comes a bit at a time
    typename StepOf<T>::Type step;
    // Not aligned to a vector, since OpenCV's merge would write past the caches, but this is read again at once.
    alignas(64) T buffer[kBlockPixels * 3 + 1];
    T* const merged = buffer + 1;
    for (int64 y = 0; y < rows; ++y) {
        const T* from = reinterpret_cast<const T*>(src.row(y));
        T* to = reinterpret_cast<T*>(dst.row(y));
        for (int64 x = 0; x < cols; x += kRun) {
            const int n = static_cast<int>(std::min<int64>(kRun, cols - x));
            fetchAhead(reinterpret_cast<const uchar*>(from + x * Channels), n * Channels * int(sizeof(T)));
            const int done = interleavedVectors(formula, from + x * Channels, Channels, n, to + x * 3, streamed);
            if (done == n)
                continue;
            step.template convert<Channels>(formula, from + (x + done) * Channels, n - done, cols - x - n, merged);
            storeBytes(to + (x + done) * 3, merged, static_cast<size_t>(n - done) * 3 * sizeof(T), streamed);
        }
    }
    if (streamed)
        endStreaming();
}

#define CUDASTRIPE_INSTANTIATE(Formula)                                                                              \
    template void convertPackedYuvRows<Formula, 3>(const Formula&, const PlaneView&, const PlaneView&, int64, int64, \
                                                   bool);                                                            \
    template void convertPackedYuvRows<Formula, 4>(const Formula&, const PlaneView&, const PlaneView&, int64, int64, \
                                                   bool);

CUDASTRIPE_INSTANTIATE(FixedYuv<uchar>)
CUDASTRIPE_INSTANTIATE(FixedYuv<ushort>)
CUDASTRIPE_INSTANTIATE(FloatYuv)

}}  // namespace cv::cudastripe
