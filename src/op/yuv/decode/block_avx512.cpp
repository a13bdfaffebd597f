// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The 8-bit decoding block for AVX-512.

#include "../../simd/fetch_ahead.hpp"
#include "block_order.hpp"
#include "decode_block.hpp"

#ifdef CUDASTRIPE_X86

#include "../../simd/begin_avx512.hpp"

namespace cv { namespace cudastripe { namespace avx512 {

#include "../../simd/lane_operations.hpp"

#include "block_vector.hpp"

struct Vector : AnyVector
{
    //! Half a vector of bytes beside those of another.
    static Type joined(const uchar* first, const uchar* second)
    {
        const Type order = _mm512_setr_epi64(0, 4, 1, 5, 2, 6, 3, 7);
        const __m256i a = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(first));
        const __m256i b = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(second));
        // Each lane gets eight bytes of both, which then alternate.
        const Type both = _mm512_permutexvar_epi64(order, _mm512_inserti64x4(_mm512_castsi256_si512(a), b, 1));
        return _mm512_unpacklo_epi8(both, _mm512_unpackhi_epi64(both, both));
    }
    //! Of each 32 bytes the first 16, and the others.
    static void loadHalves(const uchar* from, Type (&halves)[2])
    {
        const Type a = load(from), b = load(from + 64);
        halves[0] = _mm512_shuffle_i64x2(a, b, 0x88);
        halves[1] = _mm512_shuffle_i64x2(a, b, 0xdd);
    }
    static Type select(Type mask, Type one, Type other)
    {
        return _mm512_mask_mov_epi8(other, _mm512_movepi8_mask(mask), one);
    }
    //! The lanes of each lane of pixels one after the other.
    static void arrange(Type (&lanes)[3])
    {
        const Type two[3] = {_mm512_setr_epi64(0, 1, 8, 9, 0, 0, 2, 3), _mm512_setr_epi64(2, 3, 10, 11, 0, 0, 4, 5),
                             _mm512_setr_epi64(4, 5, 14, 15, 0, 0, 6, 7)};
        constexpr __mmask8 gap = 0x30;
        Type out[3];
        for (int i = 0; i < 3; ++i)
            out[i] = _mm512_permutex2var_epi64(lanes[i], two[i], lanes[(i + 1) % 3]);
        const Type first = _mm512_mask_shuffle_i64x2(out[0], gap, lanes[2], lanes[2], 0x00);
        const Type second = _mm512_mask_mov_epi64(out[1], gap, lanes[0]);
        lanes[2] = _mm512_mask_shuffle_i64x2(out[2], gap, lanes[1], lanes[1], 0x30);
        lanes[0] = first;
        lanes[1] = second;
    }
    static void arrange(Type (&lanes)[4])
    {
        const Type left[2] = {_mm512_shuffle_i64x2(lanes[0], lanes[1], 0x44),
                              _mm512_shuffle_i64x2(lanes[2], lanes[3], 0x44)};
        const Type right[2] = {_mm512_shuffle_i64x2(lanes[0], lanes[1], 0xee),
                               _mm512_shuffle_i64x2(lanes[2], lanes[3], 0xee)};
        lanes[0] = _mm512_shuffle_i64x2(left[0], left[1], 0x88);
        lanes[1] = _mm512_shuffle_i64x2(left[0], left[1], 0xdd);
        lanes[2] = _mm512_shuffle_i64x2(right[0], right[1], 0x88);
        lanes[3] = _mm512_shuffle_i64x2(right[0], right[1], 0xdd);
    }
};

#include "block_loops.hpp"

}}}  // namespace cv::cudastripe::avx512

#include "../../simd/end_vectors.hpp"

#endif
