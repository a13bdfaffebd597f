// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../formula.hpp"

// OpenCV's packed formulas by hand-written vectors, from interleaved to interleaved without planes between.

namespace cv { namespace cudastripe {

//! Pixels that are converted at a time. They fill whole cache lines, and nothing behind them is read.
template <class T>
constexpr int kInterleavedPixels = 64 / sizeof(T);

/** @brief Converts `pixels` pixels, a multiple of kInterleavedPixels<T>, of 3 or 4 channels. Non-temporal, `to` is
aligned to 64 bytes and passes the caches by. `to` may be `from` if there are 3 channels. */
template <class Formula, class T = typename Formula::Value>
using InterleavedFunction = void (*)(const Formula& formula, const T* from, int channels, int64 pixels, T* to,
                                     bool nonTemporal);

//! The function for this CPU; null where there is none. For the formulas below.
template <class Formula>
InterleavedFunction<Formula> interleavedFunction();

/** @brief Converts any number of pixels by such a function: what comes before the first whole line of a nonTemporal
result, and what is left behind the last one, goes through a copy and is not nonTemporal. Neither is a result that is
not aligned to its type. */
template <class Formula, class T = typename Formula::Value>
void convertInterleaved(InterleavedFunction<Formula> function, const Formula& formula, const T* from, int channels,
                        int64 pixels, T* to, bool nonTemporal);

#define CUDASTRIPE_INTERLEAVED_PIXELS(Formula)                                                                        \
    CV_EXPORTS void interleavedPixels(const Formula& formula, const Formula::Value* from, int channels, int64 pixels, \
                                      Formula::Value* to, bool nonTemporal);
#define CUDASTRIPE_INTERLEAVED_SET(Set)             \
    namespace Set {                                 \
    CUDASTRIPE_INTERLEAVED_PIXELS(FixedYuv<uchar>)  \
    CUDASTRIPE_INTERLEAVED_PIXELS(FixedYuv<ushort>) \
    CUDASTRIPE_INTERLEAVED_PIXELS(FloatYuv)         \
    }
CUDASTRIPE_INTERLEAVED_SET(sse41)
CUDASTRIPE_INTERLEAVED_SET(avx2)
CUDASTRIPE_INTERLEAVED_SET(avx512)
#undef CUDASTRIPE_INTERLEAVED_SET
#undef CUDASTRIPE_INTERLEAVED_PIXELS

}}  // namespace cv::cudastripe
