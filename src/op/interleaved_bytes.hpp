// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_INTERLEAVED_BYTES_HPP
#define OPENCV_CUDASTRIPE_INTERLEAVED_BYTES_HPP

#include "packed_yuv_formula.hpp"

// OpenCV's packed formula on 8-bit pixels by hand-written vectors, from interleaved to interleaved without planes
// between.

namespace cv { namespace cudastripe {

//! Pixels that are converted at a time. They fill whole cache lines, and nothing behind them is read.
constexpr int kInterleavedPixels = 64;

/** @brief Converts `pixels` pixels, a multiple of kInterleavedPixels, of 3 or 4 channels. Streamed, `to` is aligned to
64 bytes and passes the caches by. `to` may be `from` if there are 3 channels. */
using InterleavedBytesFunction = void (*)(const FixedYuv<uchar>& formula, const uchar* from, int channels, int64 pixels,
                                          uchar* to, bool streamed);

//! The function for this CPU; null where there is none.
InterleavedBytesFunction interleavedBytesFunction();

/** @brief Converts any number of pixels by such a function: what comes before the first whole line of a streamed
result, and what is left behind the last one, goes through a copy. */
CV_EXPORTS void convertInterleavedBytes(InterleavedBytesFunction function, const FixedYuv<uchar>& formula,
                                        const uchar* from, int channels, int64 pixels, uchar* to, bool streamed);

namespace sse41 {
CV_EXPORTS void interleavedBytes(const FixedYuv<uchar>& formula, const uchar* from, int channels, int64 pixels,
                                 uchar* to, bool streamed);
}  // namespace sse41

namespace avx2 {
CV_EXPORTS void interleavedBytes(const FixedYuv<uchar>& formula, const uchar* from, int channels, int64 pixels,
                                 uchar* to, bool streamed);
}  // namespace avx2

namespace avx512 {
CV_EXPORTS void interleavedBytes(const FixedYuv<uchar>& formula, const uchar* from, int channels, int64 pixels,
                                 uchar* to, bool streamed);
}  // namespace avx512

}}  // namespace cv::cudastripe

#endif
