// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Channels of pixels in another order or number.

#include <algorithm>
#include <cstring>

#include "../../simd/fetch_ahead.hpp"
#include "../../simd/instruction_set.hpp"
#include "loop.hpp"

#ifdef CUDASTRIPE_X86
#include <immintrin.h>
#endif

namespace cv { namespace cudastripe {
namespace {

constexpr int kVector = 16;  // bytes

//! The pixels that one vector holds: their number, their bytes before and after, and the source of each byte.
struct VectorShuffle
{
    int pixels;
    int inBytes, outBytes;
    alignas(kVector) uchar from[kVector];
};

VectorShuffle vectorShuffle(const ChainArrays& arrays, int elementBytes)
{
    const int channels = arrays.channels, results = arrays.in->channels;
    VectorShuffle shuffle{kVector / (std::max(channels, results) * elementBytes), 0, 0, {}};
    shuffle.inBytes = shuffle.pixels * channels * elementBytes;
    shuffle.outBytes = shuffle.pixels * results * elementBytes;
    for (int i = shuffle.outBytes; i < kVector; ++i)
        shuffle.from[i] = static_cast<uchar>(i);  // in place: keeps the next vector's bytes
    for (int i = 0; i < shuffle.outBytes; ++i) {
        const int element = i / elementBytes, pixel = element / results;
        const int from = pixel * channels + arrays.in->x[element % results].i;
        shuffle.from[i] = static_cast<uchar>(from * elementBytes + i % elementBytes);
    }
    return shuffle;
}

// These functions shuffle up to `vectors` vectors. They return how many they have shuffled.

std::int64_t shuffleVectorsPlain(const VectorShuffle&, const uchar*, uchar*, std::int64_t)
{
    return 0;
}

#ifdef CUDASTRIPE_X86

CUDASTRIPE_AVX2 std::int64_t shuffleVectorsAvx2(const VectorShuffle& shuffle, const uchar* src, uchar* dst,
                                                std::int64_t vectors)
{
    const __m256i from = _mm256_broadcastsi128_si256(_mm_load_si128(reinterpret_cast<const __m128i*>(shuffle.from)));
    const std::int64_t inBytes = shuffle.inBytes, outBytes = shuffle.outBytes;
    std::int64_t done = 0;
    for (; done + 2 <= vectors; done += 2) {
        fetchAhead(src, kVector, kFetchAhead);
        const __m128i low = _mm_loadu_si128(reinterpret_cast<const __m128i*>(src));
        const __m128i high = _mm_loadu_si128(reinterpret_cast<const __m128i*>(src + inBytes));
        const __m256i out = _mm256_shuffle_epi8(_mm256_set_m128i(high, low), from);
        // A store may write some bytes too many, which the next one overwrites.
        _mm_storeu_si128(reinterpret_cast<__m128i*>(dst), _mm256_castsi256_si128(out));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(dst + outBytes), _mm256_extracti128_si256(out, 1));
        src += 2 * inBytes;
        dst += 2 * outBytes;
    }
    return done;
}

#endif

template <class T>
void shuffle(const ChainArrays& arrays)
{
    using Value = typename Unaligned<T>::type;
    const int channels = arrays.channels, results = arrays.in->channels;
    const std::int64_t pixels = arrays.count / channels;
    const VectorShuffle vector = vectorShuffle(arrays, sizeof(T));
    // Vectors whose loads and stores stay in the arrays.
    const std::int64_t readable = pixels * channels * std::int64_t(sizeof(T)) - kVector;
    const std::int64_t writable = pixels * results * std::int64_t(sizeof(T)) - kVector;
    std::int64_t done = 0;
    if (vector.pixels > 0 && readable >= 0 && writable >= 0) {
#ifdef CUDASTRIPE_X86
        static const auto shuffleVectors =
            chooseVersion(&shuffleVectorsPlain, &shuffleVectorsAvx2, &shuffleVectorsAvx2);
#else
        constexpr auto shuffleVectors = &shuffleVectorsPlain;
#endif
        const std::int64_t vectors = std::min(readable / vector.inBytes, writable / vector.outBytes) + 1;
        done = shuffleVectors(vector, arrays.src, arrays.dst, vectors) * vector.pixels;
    }
    const Value* a = reinterpret_cast<const Value*>(arrays.src) + done * channels;
    Value* out = reinterpret_cast<Value*>(arrays.dst) + done * results;
    for (; done < pixels; ++done, a += channels, out += results) {
        Value old[4];  // source and result may be the same pixel
        for (int c = 0; c < channels; ++c)
            old[c] = a[c];
        for (int c = 0; c < results; ++c)
            out[c] = old[arrays.in->x[c].i];
    }
}

}  // namespace

void shuffleBytes(const ChainArrays& arrays)
{
    shuffle<uchar>(arrays);
}

void shuffleWords(const ChainArrays& arrays)
{
    shuffle<ushort>(arrays);
}

void shuffleLongs(const ChainArrays& arrays)
{
    shuffle<std::uint32_t>(arrays);
}

void shuffleQuads(const ChainArrays& arrays)
{
    shuffle<std::uint64_t>(arrays);
}

}}  // namespace cv::cudastripe
