// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Stores past the caches.

#pragma once

#include <cstdint>
#include <cstring>

#include "opencv2/core/cvdef.h"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

// An ordinary store first reads the line that it writes, a third of the traffic of a conversion. Non-temporal stores
// are worth it for results that leave the caches before they are read.

namespace cv { namespace cudastripe {

//! Copies bytes by non-temporal stores.
inline void storeNonTemporal(void* dst, const void* src, size_t n)
{
#ifdef __SSE2__
    char* to = static_cast<char*>(dst);
    const char* from = static_cast<const char*>(src);
    constexpr size_t line = 64;
    const size_t head = (line - reinterpret_cast<uintptr_t>(to) % line) % line;
    if (n >= head + line) {
        std::memcpy(to, from, head);
        to += head, from += head, n -= head;
        for (; n >= line; to += line, from += line, n -= line) {
            const __m128i* in = reinterpret_cast<const __m128i*>(from);
            __m128i* out = reinterpret_cast<__m128i*>(to);
            const __m128i a = _mm_loadu_si128(in), b = _mm_loadu_si128(in + 1);
            const __m128i c = _mm_loadu_si128(in + 2), d = _mm_loadu_si128(in + 3);
            _mm_stream_si128(out, a);
            _mm_stream_si128(out + 1, b);
            _mm_stream_si128(out + 2, c);
            _mm_stream_si128(out + 3, d);
        }
    }
    std::memcpy(to, from, n);
#else
    std::memcpy(dst, src, n);
#endif
}

inline void storeBytes(void* dst, const void* src, size_t n, bool nonTemporal)
{
    if (nonTemporal)
        storeNonTemporal(dst, src, n);
    else
        std::memcpy(dst, src, n);
}

//! Pixels, a multiple of `group`, from `to` to the next cache line that begins with a pixel; -1 if there is none.
inline int pixelsToLine(const void* to, int pixelBytes, int group = 1)
{
    constexpr int line = 64;
    for (int pixels = 0; pixels < line; pixels += group) {
        if ((reinterpret_cast<uintptr_t>(to) + static_cast<size_t>(pixels) * pixelBytes) % line == 0)
            return pixels;
    }
    return -1;
}

//! Orders non-temporal stores before the thread's next ordinary store.
inline void fenceNonTemporal()
{
#ifdef __SSE2__
    _mm_sfence();
#endif
}

}}  // namespace cv::cudastripe
