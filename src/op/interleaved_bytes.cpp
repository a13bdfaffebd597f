// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "interleaved_bytes.hpp"

#include <algorithm>
#include <cstring>

#include "instruction_set.hpp"

namespace cv { namespace cudastripe {
namespace {

//! Pixels of three bytes from `to` to the next start of a line that is a start of a pixel, too.
int pixelsToLine(const uchar* to)
{
    constexpr unsigned line = 64, inverse = 43;
    static_assert(3 * inverse % line == 1, "there is always such a pixel");
    return static_cast<int>((0 - static_cast<unsigned>(reinterpret_cast<uintptr_t>(to))) * inverse % line);
}

}  // namespace

InterleavedBytesFunction interleavedBytesFunction()
{
#ifdef CUDASTRIPE_X86
    const bool shuffles = checkHardwareSupport(CV_CPU_SSSE3) && checkHardwareSupport(CV_CPU_SSE4_1);
    return chooseVersion(shuffles ? &sse41::interleavedBytes : nullptr, &avx2::interleavedBytes,
                         &avx512::interleavedBytes);
#else
    return nullptr;
#endif
}

void convertInterleavedBytes(InterleavedBytesFunction function, const FixedYuv<uchar>& formula, const uchar* from,
                             int channels, int64 pixels, uchar* to, bool streamed)
{
    constexpr int64 together = kInterleavedPixels;
    const auto part = [&](int64 n) {
        alignas(64) uchar source[together * 4] = {};
        alignas(64) uchar result[together * 3];
        std::memcpy(source, from, static_cast<size_t>(n * channels));
        function(formula, source, channels, together, result, false);
        std::memcpy(to, result, static_cast<size_t>(n * 3));
    };
    const auto advance = [&](int64 n) { from += n * channels, to += n * 3, pixels -= n; };

    const int64 head = streamed ? pixelsToLine(to) : 0;
    const bool lines = streamed && pixels >= head + together;
    if (lines && head > 0) {
        part(head);
        advance(head);
    }
    const int64 whole = pixels / together * together;
    if (whole > 0)
        function(formula, from, channels, whole, to, lines);
    advance(whole);
    if (pixels > 0)
        part(pixels);
}

}}  // namespace cv::cudastripe
