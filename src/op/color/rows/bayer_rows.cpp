// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Rows of Bayer patterns: which loop makes them, and the loop without vectors.

#include "bayer_rows.hpp"

#include <algorithm>
#include <utility>

#include "../../simd/fetch_ahead.hpp"
#include "../../simd/non_temporal_store.hpp"
#include "rows.hpp"

namespace cv { namespace cudastripe {
namespace {

//! Makes a plane of each channel, which the compiler vectorises, and interleaves them.
template <class T, BayerMethod Method, int Channels>
CUDASTRIPE_INLINE void plainLoop(const BayerBlock<T>& block)
{
    using Sample = typename Unaligned<T>::type;
    constexpr int run = kBayerPixels;
    const bool blue = block.blueRow;
    const int own = blue ? BayerFormula::kBlue : BayerFormula::kRed, parity = block.firstIsSite ? 0 : 1;
    for (int64 x = 0; x < block.pixels; x += run) {
        const Sample *const above = block.three[0] + x, *const here = block.three[1] + x,
                            *const below = block.three[2] + x;
        Sample* const to = block.to + x * Channels;
        T planes[4][run];
        std::fill_n(planes[3], run, static_cast<T>(-1));
        CUDASTRIPE_INDEPENDENT
        for (int i = 0; i < run; ++i) {
            const BayerSamples<int> s = {here[i + 1], above[i + 1], below[i + 1],
                                         here[i],     here[i + 2],  above[i] + above[i + 2] + below[i] + below[i + 2]};
            const bool site = (i & 1) == parity;
            if constexpr (Method == BayerMethod::Gray) {
                to[i] = static_cast<T>(BayerFormula::gray(s, site, own));
            } else {
                int o[3];
                BayerFormula::colors(s, site, Method == BayerMethod::EdgeAware, o);
                for (int c = 0; c < 3; ++c)
                    planes[c][i] = static_cast<T>(o[c]);
            }
        }
        CUDASTRIPE_INDEPENDENT
        for (int i = 0; i < run && Channels > 1; ++i) {
            to[i * Channels] = planes[blue ? 0 : 2][i];
            to[i * Channels + 1] = planes[1][i];
            to[i * Channels + 2] = planes[blue ? 2 : 0][i];
            if constexpr (Channels == 4)
                to[i * Channels + 3] = planes[3][i];
        }
    }
}

template <class T, BayerMethod Method, int Channels>
BayerLoop<T> loopOf()
{
#ifdef CUDASTRIPE_COLOR_VECTORS
    if constexpr (sizeof(T) == 1)
        return chooseVersion<BayerLoop<T>>(&plainLoop<T, Method, Channels>, &sse41::bayerLoop<Method, Channels>,
                                           &avx2::bayerLoop<Method, Channels>, &avx512::bayerLoop<Method, Channels>);
#endif
    return Versions<&plainLoop<T, Method, Channels>>::forThisCpu();
}

template <class T>
BayerLoop<T> loopFor(const BayerWork& work)
{
#define CUDASTRIPE_BAYER_LOOP(METHOD, CHANNELS)                         \
    if (work.formula.method == METHOD && work.channels == CHANNELS) {   \
        static const BayerLoop<T> loop = loopOf<T, METHOD, CHANNELS>(); \
        return loop;                                                    \
    }
    CUDASTRIPE_BAYER_LOOPS(CUDASTRIPE_BAYER_LOOP)
#undef CUDASTRIPE_BAYER_LOOP
    return nullptr;
}

template <class T>
void emptyRow(const BayerWork& work, T* row)
{
    typename Unaligned<T>::type* const to = row;
    for (int64 x = 0; x < work.cols; ++x) {
        for (int c = 0; c < work.channels; ++c)
            to[x * work.channels + c] = c < 3 ? T(0) : work.emptyAlpha<T>();
    }
}

//! Pixels that are not a multiple of kBayerPixels, in memory of their own.
template <class T>
void rest(BayerLoop<T> loop, BayerBlock<T> block, int channels)
{
    T samples[3][kBayerPixels + 2] = {}, result[kBayerPixels * 4];
    const int64 pixels = std::exchange(block.pixels, kBayerPixels);
    for (int r = 0; r < 3; ++r) {
        std::copy_n(block.three[r], pixels + 2, samples[r]);
        block.three[r] = samples[r];
    }
    T* const to = std::exchange(block.to, result);
    loop(block);
    std::copy_n(result, pixels * channels, to);
}

//! A row of an image that has an inside. Non-temporal stores copy parts that were made in a cache.
template <class T>
void bayerRow(const BayerWork& work, BayerLoop<T> loop, int row, T* to, bool nonTemporal)
{
    constexpr int64 most = 1024;
    const int line = BayerWork::inside(row, work.rows), channels = work.channels;
    const int64 inner = work.cols - 2;
    alignas(64) T result[most * 4];
    for (int64 x = 0; x < inner; x += most) {
        const int64 pixels = std::min(most, inner - x), whole = pixels / kBayerPixels * kBayerPixels;
        T* const at = to + (x + 1) * channels;
        BayerBlock<T> block = {{},
                               whole,
                               nonTemporal ? result : at,
                               ((x + 1) & 1) == int(work.formula.oddSites(line)),
                               work.formula.blueRow(line)};
        for (int r = 0; r < 3; ++r)
            block.three[r] = work.row<T>(line - 1 + r) + x;
        fetchAhead(reinterpret_cast<const uchar*>(block.three[2]), int(pixels) * int(sizeof(T)));
        if (whole > 0)
            loop(block);
        if (whole < pixels)
            rest(loop,
                 {{block.three[0] + whole, block.three[1] + whole, block.three[2] + whole},
                  pixels - whole,
                  block.to + whole * channels,
                  block.firstIsSite,
                  block.blueRow},
                 channels);
        if (nonTemporal)
            storeNonTemporal(at, result, static_cast<size_t>(pixels * channels) * sizeof(T));
    }
    std::copy_n(to + channels, channels, to);
    std::copy_n(to + inner * channels, channels, to + (inner + 1) * channels);
}

}  // namespace

template <class T>
void bayerRows(const BayerWork& work, int64 units, bool nonTemporal)
{
    const BayerLoop<T> loop = loopFor<T>(work);
    for (int64 y = 0; y < units; ++y) {
        T* const to = reinterpret_cast<T*>(work.dst.row(y));
        if (work.hasInside())
            bayerRow(work, loop, work.first + static_cast<int>(y), to, nonTemporal);
        else
            emptyRow(work, to);
    }
}

template void bayerRows<uchar>(const BayerWork& work, int64 units, bool nonTemporal);
template void bayerRows<ushort>(const BayerWork& work, int64 units, bool nonTemporal);

}}  // namespace cv::cudastripe
