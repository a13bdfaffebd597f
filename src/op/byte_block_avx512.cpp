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

}}}  // namespace cv::cudastripe::avx512

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif
