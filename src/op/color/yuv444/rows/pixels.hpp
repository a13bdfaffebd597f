// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Rows of packed 4:4:4 codes from interleaved colours and back, without planes between.

#pragma once

#include "formula.hpp"

namespace cv { namespace cudastripe {

//! Pixels that are converted at a time. They fill whole cache lines, and no byte after them is read.
template <class T>
constexpr int kInterleavedPixels = 64 / sizeof(T);

//! Converts a multiple of kInterleavedPixels<T> pixels, whose colours have 3 or 4 channels. For non-temporal stores
//! `to` is aligned to 64 bytes. `to` may be `from` if there are 3 channels.
template <class Formula, class T = typename Formula::Value>
using InterleavedFunction = void (*)(const Formula& formula, const T* from, int channels, int64 pixels, T* to,
                                     bool nonTemporal);

//! The function for this CPU.
template <class Formula>
InterleavedFunction<Formula> interleavedFunction();

//! Converts any number of pixels by such a function. Non-temporal stores write the whole cache lines of a result that
//! is aligned to its type.
template <class Formula, class T = typename Formula::Value>
void convertInterleaved(InterleavedFunction<Formula> function, const Formula& formula, const T* from, int channels,
                        int64 pixels, T* to, bool nonTemporal);

#define CUDASTRIPE_INTERLEAVED_PIXELS(Formula, Loop)                                                                  \
    CV_EXPORTS void interleavedPixels(const Formula& formula, const Formula::Value* from, int channels, int64 pixels, \
                                      Formula::Value* to, bool nonTemporal);
namespace sse41 {
CUDASTRIPE_PACKED_FORMULAS(CUDASTRIPE_INTERLEAVED_PIXELS)
}
namespace avx2 {
CUDASTRIPE_PACKED_FORMULAS(CUDASTRIPE_INTERLEAVED_PIXELS)
}
namespace avx512 {
CUDASTRIPE_PACKED_FORMULAS(CUDASTRIPE_INTERLEAVED_PIXELS)
}
#undef CUDASTRIPE_INTERLEAVED_PIXELS

}}  // namespace cv::cudastripe
