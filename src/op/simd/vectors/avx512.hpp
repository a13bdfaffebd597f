// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Vectors of four chunks of 16 bytes: included within the namespace of AVX-512, after vectors/order.hpp.

#include "../operations.hpp"

struct SimdVector : SimdOperations
{
    //! Joins the lower words of the ints in `lower` with the upper words of those in `upper`.
    static Type joinWords(Type lower, Type upper) { return _mm512_mask_mov_epi16(lower, 0xaaaaaaaa, upper); }
    //! The upper words of ints: in each pair that of `even` comes first.
    static Type joinUpperWords(Type even, Type odd)
    {
        const Type order = _mm512_broadcast_i32x4(_mm_setr_epi16(0x302, 0, 0x706, 0, 0xb0a, 0, 0xf0e, 0));
        return _mm512_mask_shuffle_epi8(odd, 0x3333333333333333, even, order);
    }

    //! The upper ints of 64-bit numbers: in each pair that of `even` comes first.
    static Type joinUpperInts(Type even, Type odd)
    {
        return _mm512_mask_shuffle_epi32(odd, 0x5555, even, _MM_PERM_DDBB);
    }

    using Mask = __mmask64;
    static Mask mask(const ByteOrders& ones) { return _mm512_movepi8_mask(every(ones.bytes)); }
    static Type select(Mask mask, Type one, Type other) { return _mm512_mask_mov_epi8(other, mask, one); }

    static __mmask16 unordered(Type a, Type b)
    {
        return _mm512_cmp_ps_mask(_mm512_castsi512_ps(a), _mm512_castsi512_ps(b), _CMP_UNORD_Q);
    }
    static bool anyNaN(Type a, Type b) { return unordered(a, b) != 0; }
    //! Replaces each NaN by these bits.
    static Type canonical(Type a, int bits) { return _mm512_mask_set1_epi32(a, unordered(a, a), bits); }

    //! Puts chunks into the order of memory. Before this, vector k holds chunk k of every group of pixels.
    static void arrange(Type (&vectors)[3])
    {
        const Type two[3] = {_mm512_setr_epi64(0, 1, 8, 9, 0, 0, 2, 3), _mm512_setr_epi64(2, 3, 10, 11, 0, 0, 4, 5),
                             _mm512_setr_epi64(4, 5, 14, 15, 0, 0, 6, 7)};
        constexpr __mmask8 gap = 0x30;
        Type out[3];
        for (int i = 0; i < 3; ++i)
            out[i] = _mm512_permutex2var_epi64(vectors[i], two[i], vectors[(i + 1) % 3]);
        const Type first = _mm512_mask_shuffle_i64x2(out[0], gap, vectors[2], vectors[2], 0x00);
        const Type second = _mm512_mask_mov_epi64(out[1], gap, vectors[0]);
        vectors[2] = _mm512_mask_shuffle_i64x2(out[2], gap, vectors[1], vectors[1], 0x30);
        vectors[0] = first;
        vectors[1] = second;
    }

    static void arrange(Type (&vectors)[2])
    {
        const Type first =
            _mm512_permutex2var_epi64(vectors[0], _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11), vectors[1]);
        const Type order = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
        vectors[1] = _mm512_permutex2var_epi64(vectors[0], order, vectors[1]);
        vectors[0] = first;
    }

    static void arrange(Type (&vectors)[4])
    {
        Type lower[2], upper[2];
        for (int i = 0; i < 2; ++i) {
            lower[i] = _mm512_shuffle_i32x4(vectors[2 * i], vectors[2 * i + 1], 0x44);
            upper[i] = _mm512_shuffle_i32x4(vectors[2 * i], vectors[2 * i + 1], 0xee);
        }
        vectors[0] = _mm512_shuffle_i32x4(lower[0], lower[1], 0x88);
        vectors[1] = _mm512_shuffle_i32x4(lower[0], lower[1], 0xdd);
        vectors[2] = _mm512_shuffle_i32x4(upper[0], upper[1], 0x88);
        vectors[3] = _mm512_shuffle_i32x4(upper[0], upper[1], 0xdd);
    }

    //! Chunk i gets the i-th 8 bytes of `first` and then the i-th 8 bytes of `second`.
    static Type spread(const uchar* first, const uchar* second)
    {
        const Type order = _mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7);
        const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(first));
        const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(second));
        return _mm512_permutexvar_epi64(order, _mm512_inserti64x4(_mm512_castsi256_si512(a), b, 1));
    }
    //! halves[0] gets the first 16 of every 32 bytes, halves[1] the others.
    static void loadHalves(const uchar* from, Type (&halves)[2])
    {
        const Type a = load(from), b = load(from + 64);
        halves[0] = _mm512_shuffle_i64x2(a, b, 0x88);
        halves[1] = _mm512_shuffle_i64x2(a, b, 0xdd);
    }

    //! Shifts each int of `a` by the number of bits in the same int of `bits`.
    static Type shiftIntsRight(Type a, Type bits) { return _mm512_srav_epi32(a, bits); }
    //! The entries of a table at these places.
    static Type lookUp(const int* table, Type at) { return _mm512_i32gather_epi32(at, table, 4); }
    //! Chunk i gets the 16 bytes from byte 12 * i on.
    static Type apart(Type threes)
    {
        return _mm512_permutexvar_epi32(_mm512_setr_epi32(0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 9, 10, 11, 12), threes);
    }
    //! Int k of chunk i came from chunk i of narrowed vector k. Puts the ints of vector 0 first, then those of vector
    //! 1, and so on.
    static Type inOrder(Type ints)
    {
        return _mm512_permutexvar_epi32(_mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15), ints);
    }
    //! Takes 16-bit words of all chunks in turn: `first` gets those of lower halves, `second` those of upper halves.
    static void storePairs(uchar* first, uchar* second, Type bytes)
    {
        alignas(64) static const short kOrder[] = {0, 8,  16, 24, 1, 9,  17, 25, 2, 10, 18, 26, 3, 11, 19, 27,
                                                   4, 12, 20, 28, 5, 13, 21, 29, 6, 14, 22, 30, 7, 15, 23, 31};
        const Type ordered = _mm512_permutexvar_epi16(_mm512_load_si512(kOrder), bytes);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(first), _mm512_castsi512_si256(ordered));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(second), _mm512_extracti64x4_epi64(ordered, 1));
    }
};
