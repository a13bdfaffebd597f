// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The 8-bit decoding block for AVX2.

#include "../../simd/fetch_ahead.hpp"
#include "block_order.hpp"
#include "decode_block.hpp"

#ifdef CUDASTRIPE_X86

#include "../../simd/begin_avx2.hpp"

namespace cv { namespace cudastripe { namespace avx2 {

#include "../../simd/lane_operations.hpp"

#include "block_vector.hpp"

struct Vector : AnyVector
{
    //! Half a vector of bytes beside those of another.
    static Type joined(const uchar* first, const uchar* second)
    {
        const __m128i a = _mm_loadu_si128(reinterpret_cast<const __m128i*>(first));
        const __m128i b = _mm_loadu_si128(reinterpret_cast<const __m128i*>(second));
        return _mm256_set_m128i(_mm_unpackhi_epi8(a, b), _mm_unpacklo_epi8(a, b));
    }
    //! Of each 32 bytes the first 16, and the others.
    static void loadHalves(const uchar* from, Type (&halves)[2])
    {
        const Type a = load(from), b = load(from + 32);
        halves[0] = _mm256_permute2x128_si256(a, b, 0x20);
        halves[1] = _mm256_permute2x128_si256(a, b, 0x31);
    }
    static Type select(Type mask, Type one, Type other) { return _mm256_blendv_epi8(other, one, mask); }
    //! The lanes of each lane of pixels one after the other.
    static void arrange(Type (&lanes)[3])
    {
        const Type first = _mm256_permute2x128_si256(lanes[0], lanes[1], 0x20);
        const Type second = _mm256_blend_epi32(lanes[2], lanes[0], 0xf0);
        lanes[2] = _mm256_permute2x128_si256(lanes[1], lanes[2], 0x31);
        lanes[0] = first;
        lanes[1] = second;
    }
    static void arrange(Type (&lanes)[4])
    {
        const Type from[4] = {lanes[0], lanes[1], lanes[2], lanes[3]};
        for (int i = 0; i < 2; ++i) {
            lanes[i] = _mm256_permute2x128_si256(from[2 * i], from[2 * i + 1], 0x20);
            lanes[2 + i] = _mm256_permute2x128_si256(from[2 * i], from[2 * i + 1], 0x31);
        }
    }
};

#include "block_loops.hpp"

}}}  // namespace cv::cudastripe::avx2

#include "../../simd/end_vectors.hpp"

#endif
