// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "byte_block.hpp"
#include "fetch_ahead.hpp"
#include "instruction_set.hpp"

#ifdef CUDASTRIPE_X86

#include <immintrin.h>

#ifndef __clang__
// The compiler's own header leaves on purpose uninitialised what it then warns of.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,prefer-vector-width=512")
#endif

namespace cv { namespace cudastripe { namespace avx512 {

//! Sixteen numbers of 32 bits, or 32 of 16.
struct Vector
{
    using Type = __m512i;
    static constexpr int kLanes = 16;

    static Type set(int value) { return _mm512_set1_epi32(value); }
    static Type load(const uchar* from) { return _mm512_loadu_si512(from); }
    //! Sixteen pixels of three bytes, a fourth byte of 0 added. Reads 64 bytes.
    static Type loadThree(const uchar* from)
    {
        const Type order = _mm512_setr_epi32(0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 9, 10, 11, 12);
        const __m128i spread = _mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1);
        return _mm512_shuffle_epi8(_mm512_permutexvar_epi32(order, load(from)), _mm512_broadcast_i32x4(spread));
    }
    static Type evenBytes(Type pixels) { return _mm512_and_si512(pixels, _mm512_set1_epi32(0x00ff00ff)); }
    static Type oddBytes(Type pixels) { return _mm512_srli_epi16(pixels, 8); }
    static Type add(Type a, Type b) { return _mm512_add_epi32(a, b); }
    static Type addShort(Type a, Type b) { return _mm512_add_epi16(a, b); }
    static Type multiplyAdd(Type a, Type b) { return _mm512_madd_epi16(a, b); }
    static Type shiftRight(Type a, Type bits) { return _mm512_srav_epi32(a, bits); }
    template <int Bits>
    static Type shiftRightBy(Type a)
    {
        return _mm512_srai_epi32(a, Bits);
    }
    static Type rightOfPair(Type a) { return _mm512_srli_epi64(a, 32); }
    static Type leftOfPairs(Type a, Type b)
    {
        const Type even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
        return _mm512_permutex2var_epi32(a, even, b);
    }
    //! 64 codes, saturated to bytes.
    static void store(uchar* to, const Type (&codes)[4])
    {
        const Type bytes =
            _mm512_packus_epi16(_mm512_packs_epi32(codes[0], codes[1]), _mm512_packs_epi32(codes[2], codes[3]));
        _mm512_storeu_si512(to, _mm512_permutexvar_epi32(order(), bytes));
    }
    //! 32 codes, saturated to bytes.
    static void storeHalf(uchar* to, const Type (&codes)[2])
    {
        const Type shorts = _mm512_packs_epi32(codes[0], codes[1]);
        const Type ordered = _mm512_permutexvar_epi32(order(), _mm512_packus_epi16(shorts, shorts));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), _mm512_castsi512_si256(ordered));
    }

private:
    static Type order() { return _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15); }
};

#include "byte_block_loops.hpp"

// Sixteen pixels of four 16-bit channels are two vectors; what is computed of them is one of 32-bit numbers.
void fixedWords(const FixedYuv<ushort>& formula, const ushort* from, int channels, int pixels, ushort* to,
                bool streamed)
{
    constexpr int shift = FixedYuv<ushort>::kShift, together = 16;
    constexpr __mmask32 threes = 0xffffff;
    alignas(64) short spread[32], weights[32], first[32], last[32] = {};
    for (int i = 0; i < 32; ++i) {
        spread[i] = short(i / 4 * 3 + (i % 4 < 3 ? i % 4 : 0));
        weights[i] = short(i % 4 < 3 ? formula.luma[i % 4] : 0);
        // Of pairs of the first two results, and of the third ones, which count from 32 on.
        const auto place = [](int word) { return short(word % 3 < 2 ? word / 3 * 2 + word % 3 : 32 + word / 3 * 2); };
        first[i] = place(i);
        last[i] = i < 16 ? place(32 + i) : short(0);
    }
    alignas(64) int even[16], odd[16];
    for (int i = 0; i < 16; ++i) {
        even[i] = 2 * i;
        odd[i] = 2 * i + 1;
    }
    const __m512i spreads = _mm512_load_si512(spread), luma = _mm512_load_si512(weights);
    const __m512i firsts = _mm512_load_si512(first), lasts = _mm512_load_si512(last);
    const __m512i evens = _mm512_load_si512(even), odds = _mm512_load_si512(odd);
    // Signed products want numbers around 0; the weights add up to 2^14.
    const __m512i middle = _mm512_set1_epi16(short(0x8000)), low = _mm512_set1_epi32(0xffff);
    const __m512i lumaBias = _mm512_set1_epi32((1 << (15 + shift)) + (1 << (shift - 1)));
    const __m512i bias = _mm512_set1_epi32((FixedYuv<ushort>::kHalf << shift) + (1 << (shift - 1)));
    const __m512i most = _mm512_set1_epi32(FixedYuv<ushort>::kMax), zero = _mm512_setzero_si512();
    const __m512i scales[2] = {_mm512_set1_epi32(formula.difference[0]), _mm512_set1_epi32(formula.difference[1])};
    for (int x = 0; x < pixels; x += together) {
        __m512i p[2], pairs[2];
        for (int i = 0; i < 2; ++i) {
            const ushort* in = from + (x + i * 8) * channels;
            p[i] = channels == 4 ? _mm512_loadu_si512(in)
                                 : _mm512_permutexvar_epi16(spreads, _mm512_maskz_loadu_epi16(threes, in));
            pairs[i] = _mm512_madd_epi16(_mm512_xor_si512(p[i], middle), luma);
        }
        const __m512i sum = _mm512_add_epi32(_mm512_permutex2var_epi32(pairs[0], evens, pairs[1]),
                                             _mm512_permutex2var_epi32(pairs[0], odds, pairs[1]));
        const __m512i y = _mm512_srai_epi32(_mm512_add_epi32(sum, lumaBias), shift);
        const __m512i c0 = _mm512_and_si512(_mm512_permutex2var_epi32(p[0], evens, p[1]), low);
        const __m512i c2 = _mm512_and_si512(_mm512_permutex2var_epi32(p[0], odds, p[1]), low);
        __m512i codes[2];
        for (int k = 0; k < 2; ++k) {
            const __m512i c = (k == 0) == formula.firstFromThird ? c2 : c0;
            const __m512i scaled = _mm512_mullo_epi32(_mm512_sub_epi32(c, y), scales[k]);
            const __m512i code = _mm512_srai_epi32(_mm512_add_epi32(scaled, bias), shift);
            codes[k] = _mm512_min_epi32(_mm512_max_epi32(code, zero), most);
        }
        const __m512i two = _mm512_or_si512(y, _mm512_slli_epi32(codes[0], 16));
        const __m512i left = _mm512_permutex2var_epi16(two, firsts, codes[1]);
        const __m256i right = _mm512_castsi512_si256(_mm512_permutex2var_epi16(two, lasts, codes[1]));
        __m256i* const out = reinterpret_cast<__m256i*>(to + x * 3);
        if (streamed) {
            _mm256_stream_si256(out, _mm512_castsi512_si256(left));
            _mm256_stream_si256(out + 1, _mm512_extracti64x4_epi64(left, 1));
            _mm256_stream_si256(out + 2, right);
        } else {
            _mm512_storeu_si512(out, left);
            _mm256_storeu_si256(out + 2, right);
        }
    }
}

}}}  // namespace cv::cudastripe::avx512

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif
