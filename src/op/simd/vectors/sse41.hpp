// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Vectors of one chunk of 16 bytes: included within the namespace of SSE4.1, after vectors/order.hpp.

#define CUDASTRIPE_UNORDERED(a, b) _mm_cmpunord_ps(a, b)
#include "blend.hpp"

struct SimdVector : SimdBlend
{
    //! Nothing to do: vectors of one chunk already are in the order of memory.
    template <int Count>
    static void arrange(Type (&)[Count])
    {
    }

    //! Chunk i gets the i-th 8 bytes of `first` and then the i-th 8 bytes of `second`.
    static Type spread(const uchar* first, const uchar* second)
    {
        return _mm_unpacklo_epi64(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(first)),
                                  _mm_loadl_epi64(reinterpret_cast<const __m128i*>(second)));
    }
    //! halves[0] gets the first 16 of 32 bytes, halves[1] the others.
    static void loadHalves(const uchar* from, Type (&halves)[2])
    {
        halves[0] = load(from);
        halves[1] = load(from + 16);
    }

    //! Shifts all ints of `a` by the number of bits in the lowest int of `bits`.
    static Type shiftIntsRight(Type a, Type bits)
    {
        return _mm_sra_epi32(a, _mm_srli_epi64(_mm_slli_epi64(bits, 32), 32));
    }
    //! The entries of a table at these places.
    static Type lookUp(const int* table, Type at)
    {
        return _mm_setr_epi32(table[_mm_cvtsi128_si32(at)], table[_mm_extract_epi32(at, 1)],
                              table[_mm_extract_epi32(at, 2)], table[_mm_extract_epi32(at, 3)]);
    }
    //! The only chunk begins at byte 0.
    static Type apart(Type threes) { return threes; }
    //! One chunk is always in order.
    static Type inOrder(Type ints) { return ints; }
    //! The upper half goes to `second`.
    static void storePairs(uchar* first, uchar* second, Type bytes)
    {
        _mm_storel_epi64(reinterpret_cast<__m128i*>(first), bytes);
        _mm_storel_epi64(reinterpret_cast<__m128i*>(second), _mm_unpackhi_epi64(bytes, bytes));
    }
};
