// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Rows of any length by the packed 4:4:4 loops of this CPU, and the loop for CPUs that have none.

#include "pixels.hpp"

#include <cstring>

#include "../../../simd/instruction_set.hpp"
#include "../../../simd/non_temporal_store.hpp"

namespace cv { namespace cudastripe {
namespace {

template <int Channels, class Formula, class T>
void pixelByPixel(const Formula& formula, const T* from, int64 pixels, T* to)
{
    constexpr int sources = sourceChannels<Formula>(Channels), results = resultChannels<Formula>(Channels);
    using Sample = typename Unaligned<T>::type;
    const Sample* const in = from;
    Sample* const out = to;
    for (int64 i = 0; i < pixels; ++i) {
        T values[4] = {0, 0, 0, Formula::kOpaque};
        const Sample* const pixel = in + i * sources;
        formula(pixel[0], pixel[1], pixel[2], values[0], values[1], values[2]);
        for (int c = 0; c < results; ++c)
            out[i * results + c] = values[c];
    }
}

template <class Formula, class T = typename Formula::Value>
void plainPixels(const Formula& formula, const T* from, int channels, int64 pixels, T* to, bool)
{
    if (channels == 4)
        pixelByPixel<4>(formula, from, pixels, to);
    else
        pixelByPixel<3>(formula, from, pixels, to);
}

}  // namespace

template <class Formula>
InterleavedFunction<Formula> interleavedFunction()
{
#ifdef CUDASTRIPE_X86
    return chooseVersion<InterleavedFunction<Formula>>(&plainPixels<Formula>, &sse41::interleavedPixels,
                                                       &avx2::interleavedPixels, &avx512::interleavedPixels);
#else
    return &plainPixels<Formula>;
#endif
}

template <class Formula, class T>
void convertInterleaved(InterleavedFunction<Formula> function, const Formula& formula, const T* from, int channels,
                        int64 pixels, T* to, bool nonTemporal)
{
    constexpr int64 pixelsAtOnce = kInterleavedPixels<T>;
    const int sources = sourceChannels<Formula>(channels), results = resultChannels<Formula>(channels);
    const auto part = [&](int64 n) {
        alignas(64) T source[pixelsAtOnce * 4] = {};
        alignas(64) T result[pixelsAtOnce * 4];
        std::memcpy(source, from, static_cast<size_t>(n * sources) * sizeof(T));
        function(formula, source, channels, pixelsAtOnce, result, false);
        std::memcpy(to, result, static_cast<size_t>(n * results) * sizeof(T));
    };
    const auto advance = [&](int64 n) { from += n * sources, to += n * results, pixels -= n; };

    const int64 head = nonTemporal ? pixelsToLine(to, results * int(sizeof(T))) : -1;
    const bool lines = head >= 0 && pixels >= head + pixelsAtOnce;
    if (lines && head > 0) {
        part(head);
        advance(head);
    }
    const int64 whole = pixels / pixelsAtOnce * pixelsAtOnce;
    if (whole > 0)
        function(formula, from, channels, whole, to, lines);
    advance(whole);
    if (pixels > 0)
        part(pixels);
}

#define CUDASTRIPE_INSTANTIATE(Formula, Loop)                                                                        \
    template CV_EXPORTS InterleavedFunction<Formula> interleavedFunction<Formula>();                                 \
    template CV_EXPORTS void convertInterleaved(InterleavedFunction<Formula>, const Formula&, const Formula::Value*, \
                                                int, int64, Formula::Value*, bool);

CUDASTRIPE_PACKED_FORMULAS(CUDASTRIPE_INSTANTIATE)

}}  // namespace cv::cudastripe
