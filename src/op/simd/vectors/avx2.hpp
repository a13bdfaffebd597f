// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Vectors of two chunks of 16 bytes: included within the namespace of AVX2, after vectors/order.hpp.

#define CUDASTRIPE_UNORDERED(a, b) _mm256_cmp_ps(a, b, _CMP_UNORD_Q)
#include "blend.hpp"

struct SimdVector : SimdBlend
{
    //! Puts chunks into the order of memory. Before this, vector k holds chunk k of every group of pixels.
    static void arrange(Type (&vectors)[3])
    {
        const Type first = _mm256_permute2x128_si256(vectors[0], vectors[1], 0x20);
        const Type second = _mm256_blend_epi32(vectors[2], vectors[0], 0xf0);
        vectors[2] = _mm256_permute2x128_si256(vectors[1], vectors[2], 0x31);
        vectors[0] = first;
        vectors[1] = second;
    }

    static void arrange(Type (&vectors)[2])
    {
        const Type first = _mm256_permute2x128_si256(vectors[0], vectors[1], 0x20);
        vectors[1] = _mm256_permute2x128_si256(vectors[0], vectors[1], 0x31);
        vectors[0] = first;
    }

    static void arrange(Type (&vectors)[4])
    {
        const Type q[4] = {vectors[0], vectors[1], vectors[2], vectors[3]};
        for (int i = 0; i < 2; ++i) {
            vectors[i] = _mm256_permute2x128_si256(q[2 * i], q[2 * i + 1], 0x20);
            vectors[i + 2] = _mm256_permute2x128_si256(q[2 * i], q[2 * i + 1], 0x31);
        }
    }

    //! Chunk i gets the i-th 8 bytes of `first` and then the i-th 8 bytes of `second`.
    static Type spread(const uchar* first, const uchar* second)
    {
        const __m128i a = _mm_loadu_si128(reinterpret_cast<const __m128i*>(first));
        const __m128i b = _mm_loadu_si128(reinterpret_cast<const __m128i*>(second));
        return _mm256_permute4x64_epi64(_mm256_set_m128i(b, a), 0xd8);
    }
    //! halves[0] gets the first 16 of every 32 bytes, halves[1] the others.
    static void loadHalves(const uchar* from, Type (&halves)[2])
    {
        const Type a = load(from), b = load(from + 32);
        halves[0] = _mm256_permute2x128_si256(a, b, 0x20);
        halves[1] = _mm256_permute2x128_si256(a, b, 0x31);
    }

    //! Shifts each int of `a` by the number of bits in the same int of `bits`.
    static Type shiftIntsRight(Type a, Type bits) { return _mm256_srav_epi32(a, bits); }
    //! The entries of a table at these places.
    static Type lookUp(const int* table, Type at) { return _mm256_i32gather_epi32(table, at, 4); }
    //! Chunk i gets the 16 bytes from byte 12 * i on.
    static Type apart(Type threes)
    {
        return _mm256_permutevar8x32_epi32(threes, _mm256_setr_epi32(0, 1, 2, 3, 3, 4, 5, 6));
    }
    //! Int k of chunk i came from chunk i of narrowed vector k. Puts the ints of vector 0 first, then those of vector
    //! 1, and so on.
    static Type inOrder(Type ints)
    {
        return _mm256_permutevar8x32_epi32(ints, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
    }
    //! Takes 16-bit words of all chunks in turn: `first` gets those of lower halves, `second` those of upper halves.
    static void storePairs(uchar* first, uchar* second, Type bytes)
    {
        const __m128i even = _mm256_castsi256_si128(bytes), odd = _mm256_extracti128_si256(bytes, 1);
        _mm_storeu_si128(reinterpret_cast<__m128i*>(first), _mm_unpacklo_epi16(even, odd));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(second), _mm_unpackhi_epi16(even, odd));
    }
};
