// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The operations of both 8-bit blocks for AVX-512: included within the namespace of each.

struct Vector512 : LaneOperations
{
    static Type shiftRight(Type a, Type bits) { return _mm512_srav_epi32(a, bits); }
    //! Lane i begins at byte 12 * i.
    static Type apart(Type threes)
    {
        return _mm512_permutexvar_epi32(_mm512_setr_epi32(0, 1, 2, 3, 3, 4, 5, 6, 6, 7, 8, 9, 9, 10, 11, 12), threes);
    }
    static Type inOrder(Type bytes)
    {
        return _mm512_permutexvar_epi32(_mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15), bytes);
    }
    //! 32 codes of each kind, in the order of storeHalved().
    static void storePairs(uchar* first, uchar* second, Type bytes)
    {
        alignas(64) static const short kOrder[] = {0, 8,  16, 24, 1, 9,  17, 25, 2, 10, 18, 26, 3, 11, 19, 27,
                                                   4, 12, 20, 28, 5, 13, 21, 29, 6, 14, 22, 30, 7, 15, 23, 31};
        const Type ordered = _mm512_permutexvar_epi16(_mm512_load_si512(kOrder), bytes);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(first), _mm512_castsi512_si256(ordered));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(second), _mm512_extracti64x4_epi64(ordered, 1));
    }
};
