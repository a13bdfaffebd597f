// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See across.hpp: included for each instruction set after its begin_*.hpp.

//! Reorders two neighbouring pixels: each int gets one channel of both as words.
template <int Channels>
inline __m128i pairOrder()
{
    return Channels == 3 ? _mm_setr_epi8(0, -1, 3, -1, 1, -1, 4, -1, 2, -1, 5, -1, -1, -1, -1, -1)
                         : _mm_setr_epi8(0, -1, 4, -1, 1, -1, 5, -1, 2, -1, 6, -1, 3, -1, 7, -1);
}

inline __m128i loadEight(const void* from)
{
    return _mm_loadl_epi64(static_cast<const __m128i*>(from));
}

inline __m128i everyPair(const short* pair)
{
    int both;
    std::memcpy(&both, pair, sizeof(both));
    return _mm_set1_epi32(both);
}

//! Stores four sums.
template <MiddleKind Kind>
inline void storeSums(__m128i sums, void* middle, size_t at)
{
    if constexpr (Kind == MiddleKind::Shorts) {
        const __m128i high = _mm_srai_epi32(sums, 4);
        _mm_storel_epi64(reinterpret_cast<__m128i*>(static_cast<short*>(middle) + at), _mm_packs_epi32(high, high));
    } else if constexpr (Kind == MiddleKind::Words) {
        _mm_storel_epi64(reinterpret_cast<__m128i*>(static_cast<ushort*>(middle) + at), _mm_packus_epi32(sums, sums));
    } else if constexpr (Kind == MiddleKind::Floats) {
        _mm_storeu_ps(static_cast<float*>(middle) + at, _mm_cvtepi32_ps(sums));
    } else {
        _mm_storeu_si128(reinterpret_cast<__m128i*>(static_cast<int*>(middle) + at), sums);
    }
}

template <int Channels, int Width, MiddleKind Kind>
inline void sumPixels(const BytesAcross& work)
{
    const __m128i order = pairOrder<Channels>();
    const short* weights = work.weights;
    for (int x = 0; x < work.cols; ++x, weights += Width) {
        const uchar* pixel = work.row + size_t(work.spans[x].first) * Channels;
        __m128i sums = _mm_madd_epi16(_mm_shuffle_epi8(loadEight(pixel), order), everyPair(weights));
        for (int k = 2; k < Width; k += 2) {
            pixel += 2 * Channels;
            const __m128i pair = _mm_shuffle_epi8(loadEight(pixel), order);
            sums = _mm_add_epi32(sums, _mm_madd_epi16(pair, everyPair(weights + k)));
        }
        storeSums<Kind>(sums, work.middle, size_t(x) * Channels);
    }
}

//! Four results of one channel, with two taps each.
template <MiddleKind Kind>
inline void sumTwoTaps(const BytesAcross& work)
{
    for (int x = 0; x < work.cols; x += 4) {
        const auto two = [&](int i) {
            ushort both;
            std::memcpy(&both, work.row + work.spans[x + i].first, sizeof(both));
            return both;
        };
        const __m128i bytes = _mm_insert_epi16(
            _mm_insert_epi16(_mm_insert_epi16(_mm_cvtsi32_si128(two(0)), two(1), 1), two(2), 2), two(3), 3);
        const __m128i weights = _mm_loadu_si128(reinterpret_cast<const __m128i*>(work.weights + 2 * x));
        storeSums<Kind>(_mm_madd_epi16(_mm_cvtepu8_epi16(bytes), weights), work.middle, size_t(x));
    }
}

//! Four results of one channel, with four taps each.
template <MiddleKind Kind>
inline void sumFourTaps(const BytesAcross& work)
{
    for (int x = 0; x < work.cols; x += 4) {
        const auto pair = [&](int i) {
            int a, b;
            std::memcpy(&a, work.row + work.spans[x + i].first, sizeof(a));
            std::memcpy(&b, work.row + work.spans[x + i + 1].first, sizeof(b));
            const __m128i weights = _mm_loadu_si128(reinterpret_cast<const __m128i*>(work.weights + 4 * (x + i)));
            return _mm_madd_epi16(_mm_cvtepu8_epi16(_mm_insert_epi32(_mm_cvtsi32_si128(a), b, 1)), weights);
        };
        storeSums<Kind>(_mm_hadd_epi32(pair(0), pair(2)), work.middle, size_t(x));
    }
}

//! Four results of one channel, with eight taps each.
template <MiddleKind Kind>
inline void sumEightTaps(const BytesAcross& work)
{
    for (int x = 0; x < work.cols; x += 4) {
        const auto one = [&](int i) {
            const __m128i weights = _mm_loadu_si128(reinterpret_cast<const __m128i*>(work.weights + 8 * (x + i)));
            return _mm_madd_epi16(_mm_cvtepu8_epi16(loadEight(work.row + work.spans[x + i].first)), weights);
        };
        const __m128i lower = _mm_hadd_epi32(one(0), one(1)), upper = _mm_hadd_epi32(one(2), one(3));
        storeSums<Kind>(_mm_hadd_epi32(lower, upper), work.middle, size_t(x));
    }
}

//! Bytes from the sums by the high and by the low parts of weights.
inline __m128i bytesOf(__m128i high, __m128i low)
{
    const __m128i sums = _mm_add_epi32(_mm_slli_epi32(high, kLowWeightBits), low);
    const __m128i rounded = _mm_srai_epi32(_mm_add_epi32(sums, _mm_set1_epi32(1 << 21)), 22);
    return _mm_packus_epi16(_mm_packs_epi32(rounded, rounded), rounded);
}

template <int Channels>
inline void sumSplitPixels(const BytesAcross& work)
{
    const __m128i order = pairOrder<Channels>();
    const short* weights = work.weights;
    uchar* to = static_cast<uchar*>(work.middle);
    for (int x = 0; x < work.cols; ++x, weights += 2 * work.width, to += Channels) {
        const uchar* pixel = work.row + size_t(work.spans[x].first) * Channels;
        __m128i high = _mm_setzero_si128(), low = high;
        for (int k = 0; k < work.spans[x].count; k += 2, pixel += 2 * Channels) {
            const __m128i pair = _mm_shuffle_epi8(loadEight(pixel), order);
            high = _mm_add_epi32(high, _mm_madd_epi16(pair, everyPair(weights + k)));
            low = _mm_add_epi32(low, _mm_madd_epi16(pair, everyPair(weights + work.width + k)));
        }
        const int bytes = _mm_cvtsi128_si32(bytesOf(high, low));
        std::memcpy(to, &bytes, sizeof(bytes));
    }
}

inline void sumSplitSamples(const BytesAcross& work)
{
    const short* weights = work.weights;
    uchar* const to = static_cast<uchar*>(work.middle);
    for (int x = 0; x < work.cols; ++x, weights += 2 * work.width) {
        const uchar* const samples = work.row + work.spans[x].first;
        __m128i high = _mm_setzero_si128(), low = high;
        for (int k = 0; k < work.spans[x].count; k += 8) {
            const __m128i eight = _mm_cvtepu8_epi16(loadEight(samples + k));
            const auto sumsWith = [&](const short* from) {
                return _mm_madd_epi16(eight, _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
            };
            high = _mm_add_epi32(high, sumsWith(weights + k));
            low = _mm_add_epi32(low, sumsWith(weights + work.width + k));
        }
        const __m128i both = _mm_hadd_epi32(_mm_hadd_epi32(high, low), low);
        to[x] = static_cast<uchar>(_mm_cvtsi128_si32(bytesOf(both, _mm_srli_si128(both, 4))));
    }
}

template <int Width, MiddleKind Kind>
inline SumBytesAcross acrossOf(int channels)
{
    if (channels == 3)
        return &sumPixels<3, Width, Kind>;
    if (channels == 4)
        return &sumPixels<4, Width, Kind>;
    return Width == 2 ? &sumTwoTaps<Kind> : Width == 4 ? &sumFourTaps<Kind> : &sumEightTaps<Kind>;
}

inline SumBytesAcross chooseAcross(int channels, int width, MiddleKind kind)
{
    if (kind == MiddleKind::Shorts)
        return acrossOf<2, MiddleKind::Shorts>(channels);
    if (kind == MiddleKind::Words)
        return acrossOf<2, MiddleKind::Words>(channels);
    if (kind == MiddleKind::Floats)
        return acrossOf<4, MiddleKind::Floats>(channels);
    if (kind == MiddleKind::Bytes)
        return channels == 1 ? &sumSplitSamples : channels == 3 ? &sumSplitPixels<3> : &sumSplitPixels<4>;
    return width == 8 ? acrossOf<8, MiddleKind::Ints>(channels) : nullptr;
}
