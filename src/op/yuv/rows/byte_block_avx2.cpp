// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../simd/fetch_ahead.hpp"
#include "../../simd/instruction_set.hpp"
#include "byte_block.hpp"

#ifdef CUDASTRIPE_X86

#include "../../simd/begin_avx2.hpp"

namespace cv { namespace cudastripe { namespace avx2 {

//! Eight numbers of 32 bits, or sixteen of 16.
struct Vector
{
    using Type = __m256i;
    static constexpr int kLanes = 8;

    static Type set(int value) { return _mm256_set1_epi32(value); }
    static Type load(const uchar* from) { return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)); }
    //! Eight pixels of three bytes, a fourth byte of 0 added. Reads 32 bytes.
    static Type loadThree(const uchar* from)
    {
        const Type order = _mm256_setr_epi32(0, 1, 2, 3, 3, 4, 5, 6);
        const __m128i spread = _mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1);
        return _mm256_shuffle_epi8(_mm256_permutevar8x32_epi32(load(from), order), _mm256_broadcastsi128_si256(spread));
    }
    static Type evenBytes(Type pixels) { return _mm256_and_si256(pixels, _mm256_set1_epi32(0x00ff00ff)); }
    static Type oddBytes(Type pixels) { return _mm256_srli_epi16(pixels, 8); }
    static Type addShort(Type a, Type b) { return _mm256_add_epi16(a, b); }
    static constexpr bool kByteDots = false;
    static Type multiplyAdd(Type sums, Type a, Type b) { return _mm256_add_epi32(sums, _mm256_madd_epi16(a, b)); }
    static Type shiftRight(Type a, Type bits) { return _mm256_srav_epi32(a, bits); }
    template <int Bits>
    static Type shiftRightBy(Type a)
    {
        return _mm256_srai_epi32(a, Bits);
    }
    //! Of each two neighbours channel by channel: in each 16 bytes (first, third) of two pairs, then (second, fourth).
    static Type sumsOfPairs(Type pixels, Type weights)
    {
        const __m128i order = _mm_setr_epi8(0, 4, 2, 6, 8, 12, 10, 14, 1, 5, 3, 7, 9, 13, 11, 15);
        return _mm256_maddubs_epi16(_mm256_shuffle_epi8(pixels, _mm256_broadcastsi128_si256(order)), weights);
    }
    static Type lowerHalves(Type a, Type b) { return _mm256_unpacklo_epi64(a, b); }
    static Type upperHalves(Type a, Type b) { return _mm256_unpackhi_epi64(a, b); }
    //! 32 codes, saturated to bytes.
    static void store(uchar* to, const Type (&codes)[4])
    {
        const Type bytes =
            _mm256_packus_epi16(_mm256_packs_epi32(codes[0], codes[1]), _mm256_packs_epi32(codes[2], codes[3]));
        const Type ordered = _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), ordered);
    }
    //! 16 codes of each kind, saturated to bytes, of pairs in the order of halves.
    static void storePairs(uchar* first, uchar* second, const Type (&codes)[2][2])
    {
        const Type bytes = _mm256_packus_epi16(_mm256_packs_epi32(codes[0][0], codes[0][1]),
                                               _mm256_packs_epi32(codes[1][0], codes[1][1]));
        const __m128i even = _mm256_castsi256_si128(bytes), odd = _mm256_extracti128_si256(bytes, 1);
        _mm_storeu_si128(reinterpret_cast<__m128i*>(first), _mm_unpacklo_epi16(even, odd));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(second), _mm_unpackhi_epi16(even, odd));
    }
};

#include "byte_block_loops.hpp"

}}}  // namespace cv::cudastripe::avx2

#include "../../simd/end_vectors.hpp"

#endif
