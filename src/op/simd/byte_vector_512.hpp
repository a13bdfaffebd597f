// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// Included once for each instruction set, within its namespace; so no include guard.

//! Sixteen numbers of 32 bits, or 32 of 16.
struct Vector512
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
    static Type addShort(Type a, Type b) { return _mm512_add_epi16(a, b); }
    static Type shiftRight(Type a, Type bits) { return _mm512_srav_epi32(a, bits); }
    template <int Bits>
    static Type shiftRightBy(Type a)
    {
        return _mm512_srai_epi32(a, Bits);
    }
    //! Of each two neighbours channel by channel: in each 16 bytes (first, third) of two pairs, then (second, fourth).
    static Type sumsOfPairs(Type pixels, Type weights)
    {
        const __m128i order = _mm_setr_epi8(0, 4, 2, 6, 8, 12, 10, 14, 1, 5, 3, 7, 9, 13, 11, 15);
        return _mm512_maddubs_epi16(_mm512_shuffle_epi8(pixels, _mm512_broadcast_i32x4(order)), weights);
    }
    static Type lowerHalves(Type a, Type b) { return _mm512_unpacklo_epi64(a, b); }
    static Type upperHalves(Type a, Type b) { return _mm512_unpackhi_epi64(a, b); }
    //! 64 codes, saturated to bytes.
    static void store(uchar* to, const Type (&codes)[4])
    {
        const Type bytes =
            _mm512_packus_epi16(_mm512_packs_epi32(codes[0], codes[1]), _mm512_packs_epi32(codes[2], codes[3]));
        _mm512_storeu_si512(to, _mm512_permutexvar_epi32(order(), bytes));
    }
    //! 32 codes of each kind, saturated to bytes, of pairs in the order of halves.
    static void storePairs(uchar* first, uchar* second, const Type (&codes)[2][2])
    {
        alignas(64) static const short kOrder[] = {0, 8,  16, 24, 1, 9,  17, 25, 2, 10, 18, 26, 3, 11, 19, 27,
                                                   4, 12, 20, 28, 5, 13, 21, 29, 6, 14, 22, 30, 7, 15, 23, 31};
        const Type bytes = _mm512_packus_epi16(_mm512_packs_epi32(codes[0][0], codes[0][1]),
                                               _mm512_packs_epi32(codes[1][0], codes[1][1]));
        const Type ordered = _mm512_permutexvar_epi16(_mm512_load_si512(kOrder), bytes);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(first), _mm512_castsi512_si256(ordered));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(second), _mm512_extracti64x4_epi64(ordered, 1));
    }

private:
    static Type order() { return _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15); }
};
