// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Pixels by one vector instruction each, where a CPU has it.

#include "pixel_shuffle.hpp"

#include <algorithm>
#include <cstring>

#include "fetch_ahead.hpp"

#ifdef CUDASTRIPE_X86
#include <immintrin.h>
#endif

namespace cv { namespace cudastripe {
namespace {

// These functions shuffle up to `vectors` vectors. They return how many they have shuffled.

std::int64_t shuffleVectorsPlain(const PixelShuffle::Vector&, const uchar*, uchar*, std::int64_t)
{
    return 0;
}

#ifdef CUDASTRIPE_X86

CUDASTRIPE_AVX2 __m256i every(const uchar* chunk)
{
    return _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(chunk)));
}

CUDASTRIPE_AVX2 std::int64_t shuffleVectorsAvx2(const PixelShuffle::Vector& shuffle, const uchar* src, uchar* dst,
                                                std::int64_t vectors)
{
    const __m256i from = every(shuffle.from), set = every(shuffle.set);
    const std::int64_t inBytes = shuffle.inBytes, outBytes = shuffle.outBytes;
    std::int64_t done = 0;
    for (; done + 2 <= vectors; done += 2) {
        fetchAhead(src, PixelShuffle::kVector, kFetchAhead);
        const __m128i low = _mm_loadu_si128(reinterpret_cast<const __m128i*>(src));
        const __m128i high = _mm_loadu_si128(reinterpret_cast<const __m128i*>(src + inBytes));
        const __m256i out = _mm256_or_si256(_mm256_shuffle_epi8(_mm256_set_m128i(high, low), from), set);
        // A store may write some bytes too many, which the next one overwrites.
        _mm_storeu_si128(reinterpret_cast<__m128i*>(dst), _mm256_castsi256_si128(out));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(dst + outBytes), _mm256_extracti128_si256(out, 1));
        src += 2 * inBytes;
        dst += 2 * outBytes;
    }
    return done;
}

#endif

}  // namespace

PixelShuffle::PixelShuffle(int valueBytes, int channels, int results, const int* from)
    : valueBytes_(valueBytes), channels_(channels), results_(results)
{
    std::copy_n(from, results, from_);
    vector_.pixels = kVector / (std::max(channels, results) * valueBytes);
    vector_.inBytes = vector_.pixels * channels * valueBytes;
    vector_.outBytes = vector_.pixels * results * valueBytes;
    for (int i = vector_.outBytes; i < kVector; ++i)
        vector_.from[i] = static_cast<uchar>(i);  // in place: keeps the next vector's bytes
    for (int i = 0; i < vector_.outBytes; ++i) {
        constexpr uchar zero = 0x80;
        const int value = i / valueBytes, source = from_[value % results];
        const int at = (value / results * channels + source) * valueBytes + i % valueBytes;
        vector_.from[i] = source == kFill ? zero : static_cast<uchar>(at);
    }
}

void PixelShuffle::fill(const void* value)
{
    std::memcpy(fill_, value, static_cast<size_t>(valueBytes_));
    for (int i = 0; i < vector_.outBytes; ++i)
        vector_.set[i] = from_[i / valueBytes_ % results_] == kFill ? fill_[i % valueBytes_] : uchar(0);
}

template <class T>
void PixelShuffle::runOn(const uchar* from, std::int64_t pixels, uchar* to) const
{
    using Value = typename Unaligned<T>::type;
    // Vectors whose loads and stores stay in the rows.
    const std::int64_t readable = pixels * channels_ * std::int64_t(sizeof(T)) - kVector;
    const std::int64_t writable = pixels * results_ * std::int64_t(sizeof(T)) - kVector;
    std::int64_t done = 0;
    if (vector_.pixels > 0 && readable >= 0 && writable >= 0) {
#ifdef CUDASTRIPE_X86
        static const auto shuffleVectors =
            chooseVersion(&shuffleVectorsPlain, &shuffleVectorsAvx2, &shuffleVectorsAvx2);
#else
        constexpr auto shuffleVectors = &shuffleVectorsPlain;
#endif
        const std::int64_t vectors = std::min(readable / vector_.inBytes, writable / vector_.outBytes) + 1;
        done = shuffleVectors(vector_, from, to, vectors) * vector_.pixels;
    }
    T fillValue;
    std::memcpy(&fillValue, fill_, sizeof(T));
    const Value* a = reinterpret_cast<const Value*>(from) + done * channels_;
    Value* out = reinterpret_cast<Value*>(to) + done * results_;
    for (; done < pixels; ++done, a += channels_, out += results_) {
        T old[4];  // source and result may be the same pixel
        for (int c = 0; c < channels_; ++c)
            old[c] = a[c];
        for (int c = 0; c < results_; ++c)
            out[c] = from_[c] == kFill ? fillValue : old[from_[c]];
    }
}

void PixelShuffle::run(const void* from, std::int64_t pixels, void* to) const
{
    const auto* const in = static_cast<const uchar*>(from);
    auto* const out = static_cast<uchar*>(to);
    if (valueBytes_ == 1)
        runOn<std::uint8_t>(in, pixels, out);
    else if (valueBytes_ == 2)
        runOn<std::uint16_t>(in, pixels, out);
    else if (valueBytes_ == 4)
        runOn<std::uint32_t>(in, pixels, out);
    else
        runOn<std::uint64_t>(in, pixels, out);
}

}}  // namespace cv::cudastripe
