// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "rows.hpp"

#include <algorithm>

#include "../../simd/fetch_ahead.hpp"
#include "../../simd/non_temporal_store.hpp"
#include "../../yuv/rows/planar_block.hpp"
#include "../../yuv/rows/plane_codec.hpp"
#include "pixels.hpp"

namespace cv { namespace cudastripe {
namespace {

/** @brief For CPUs without hand-written vectors: pixels go through small planar buffers. OpenCV's vectorised split and
merge move the values, and between them lies a plain loop that the compiler may vectorise. */
template <class Formula>
class PlanarStep
{
public:
    using T = typename Formula::Value;
    static constexpr int kPixels = kBlockPixels / int(sizeof(T));  // short: what is fetched ahead comes a bit at a time

    void convert(const Formula& formula, const T* from, int channels, int n, T* to, bool nonTemporal)
    {
        fetchAhead(reinterpret_cast<const uchar*>(from), n * channels * int(sizeof(T)));
        T* in[4] = {buffer_[0], buffer_[1], buffer_[2], buffer_[3]};
        const T* out[3] = {buffer_[4], buffer_[5], buffer_[6]};
        splitChannels(from, in, n, channels);
        loop(formula, buffer_, n);
        mergeChannels(out, merged_ + 1, n, 3);
        storeBytes(to, merged_ + 1, static_cast<size_t>(n) * 3 * sizeof(T), nonTemporal);
    }

private:
    using Plane = T[kPixels + 8 / sizeof(T)];

    static void loop(const Formula& formula, Plane (&p)[7], int n)
    {
        const Formula f = formula;
        // The planes are distinct; through references the compiler cannot know.
#pragma GCC ivdep
        for (int i = 0; i < n; ++i)
            f(p[0][i], p[1][i], p[2][i], p[4][i], p[5][i], p[6][i]);
    }

    // OpenCV's split and merge write past the caches if all planes are aligned to a vector alike, or the result is, but
    // both are read again at once.
    alignas(64) Plane buffer_[7];
    alignas(64) T merged_[kPixels * 3 + 1];
};

}  // namespace

template <class Formula, int Channels>
void convertPackedYuvRows(const Formula& formula, const PlaneView& src, const PlaneView& dst, int64 cols, int64 rows,
                          bool nonTemporal)
{
    using T = typename Formula::Value;
    static const InterleavedFunction<Formula> function = interleavedFunction<Formula>();
    PlanarStep<Formula> step;
    for (int64 y = 0; y < rows; ++y) {
        const T* const from = reinterpret_cast<const T*>(src.row(y));
        T* const to = reinterpret_cast<T*>(dst.row(y));
        if (function) {
            convertInterleaved(function, formula, from, Channels, cols, to, nonTemporal);
            continue;
        }
        constexpr int most = PlanarStep<Formula>::kPixels;
        for (int64 x = 0; x < cols; x += most) {
            const int n = static_cast<int>(std::min<int64>(most, cols - x));
            step.convert(formula, from + x * Channels, Channels, n, to + x * 3, nonTemporal);
        }
    }
    if (nonTemporal)
        fenceNonTemporal();
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
