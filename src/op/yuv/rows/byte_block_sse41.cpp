// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "../../simd/fetch_ahead.hpp"
#include "../../simd/instruction_set.hpp"
#include "byte_block.hpp"

#ifdef CUDASTRIPE_X86

#include "../../simd/begin_sse41.hpp"

namespace cv { namespace cudastripe { namespace sse41 {

//! Four numbers of 32 bits, or eight of 16.
struct Vector
{
    using Type = __m128i;
    static constexpr int kLanes = 4;

    static Type set(int value) { return _mm_set1_epi32(value); }
    static Type load(const uchar* from) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)); }
    //! Four pixels of three bytes, a fourth byte of 0 added. Reads 16 bytes.
    static Type loadThree(const uchar* from)
    {
        return _mm_shuffle_epi8(load(from), _mm_setr_epi8(0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1));
    }
    static Type evenBytes(Type pixels) { return _mm_and_si128(pixels, _mm_set1_epi32(0x00ff00ff)); }
    static Type oddBytes(Type pixels) { return _mm_srli_epi16(pixels, 8); }
    static Type addShort(Type a, Type b) { return _mm_add_epi16(a, b); }
    static constexpr bool kByteDots = false;
    static Type multiplyAdd(Type sums, Type a, Type b) { return _mm_add_epi32(sums, _mm_madd_epi16(a, b)); }
    static Type shiftRight(Type a, Type bits) { return _mm_sra_epi32(a, _mm_srli_epi64(_mm_slli_epi64(bits, 32), 32)); }
    template <int Bits>
    static Type shiftRightBy(Type a)
    {
        return _mm_srai_epi32(a, Bits);
    }
    //! Of each two neighbours channel by channel: (first, third) of two pairs, then (second, fourth).
    static Type sumsOfPairs(Type pixels, Type weights)
    {
        const Type order = _mm_setr_epi8(0, 4, 2, 6, 8, 12, 10, 14, 1, 5, 3, 7, 9, 13, 11, 15);
        return _mm_maddubs_epi16(_mm_shuffle_epi8(pixels, order), weights);
    }
    static Type lowerHalves(Type a, Type b) { return _mm_unpacklo_epi64(a, b); }
    static Type upperHalves(Type a, Type b) { return _mm_unpackhi_epi64(a, b); }
    //! 16 codes, saturated to bytes.
    static void store(uchar* to, const Type (&codes)[4])
    {
        const Type bytes = _mm_packus_epi16(_mm_packs_epi32(codes[0], codes[1]), _mm_packs_epi32(codes[2], codes[3]));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(to), bytes);
    }
    //! 8 codes of each kind, saturated to bytes, of pairs in the order of halves.
    static void storePairs(uchar* first, uchar* second, const Type (&codes)[2][2])
    {
        const Type bytes =
            _mm_packus_epi16(_mm_packs_epi32(codes[0][0], codes[0][1]), _mm_packs_epi32(codes[1][0], codes[1][1]));
        _mm_storel_epi64(reinterpret_cast<__m128i*>(first), bytes);
        _mm_storel_epi64(reinterpret_cast<__m128i*>(second), _mm_unpackhi_epi64(bytes, bytes));
    }
};

#include "byte_block_loops.hpp"

}}}  // namespace cv::cudastripe::sse41

#include "../../simd/end_vectors.hpp"

#endif
