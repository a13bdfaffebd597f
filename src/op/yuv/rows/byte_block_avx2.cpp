// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The 8-bit block for AVX2.

#include "byte_block.hpp"

#ifdef CUDASTRIPE_X86

#include "../../simd/begin_avx2.hpp"

namespace cv { namespace cudastripe { namespace avx2 {

#include "../../simd/lane_operations.hpp"

struct Vector : LaneOperations
{
    static constexpr bool kByteDots = false;
    static Type multiplyAdd(Type sums, Type a, Type b) { return _mm256_add_epi32(sums, _mm256_madd_epi16(a, b)); }
    static Type shiftRight(Type a, Type bits) { return _mm256_srav_epi32(a, bits); }
    //! Lane i begins at byte 12 * i.
    static Type apart(Type threes)
    {
        return _mm256_permutevar8x32_epi32(threes, _mm256_setr_epi32(0, 1, 2, 3, 3, 4, 5, 6));
    }
    static Type inOrder(Type bytes)
    {
        return _mm256_permutevar8x32_epi32(bytes, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
    }
    //! 16 codes of each kind, in the order of storeHalved().
    static void storePairs(uchar* first, uchar* second, Type bytes)
    {
        const __m128i even = _mm256_castsi256_si128(bytes), odd = _mm256_extracti128_si256(bytes, 1);
        _mm_storeu_si128(reinterpret_cast<__m128i*>(first), _mm_unpacklo_epi16(even, odd));
        _mm_storeu_si128(reinterpret_cast<__m128i*>(second), _mm_unpackhi_epi16(even, odd));
    }
};

#include "byte_block_loops.hpp"

}}}  // namespace cv::cudastripe::avx2

#include "../../simd/end_vectors.hpp"

#endif
