// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The 8-bit block for SSE4.1.

#include "byte_block.hpp"

#ifdef CUDASTRIPE_X86

#include "../../simd/begin_sse41.hpp"

namespace cv { namespace cudastripe { namespace sse41 {

#include "../../simd/lane_operations.hpp"

struct Vector : LaneOperations
{
    static constexpr bool kByteDots = false;
    static Type multiplyAdd(Type sums, Type a, Type b) { return _mm_add_epi32(sums, _mm_madd_epi16(a, b)); }
    static Type shiftRight(Type a, Type bits) { return _mm_sra_epi32(a, _mm_srli_epi64(_mm_slli_epi64(bits, 32), 32)); }
    static Type apart(Type threes) { return threes; }
    static Type inOrder(Type bytes) { return bytes; }
    //! 8 codes of each kind, in the order of storeHalved().
    static void storePairs(uchar* first, uchar* second, Type bytes)
    {
        _mm_storel_epi64(reinterpret_cast<__m128i*>(first), bytes);
        _mm_storel_epi64(reinterpret_cast<__m128i*>(second), _mm_unpackhi_epi64(bytes, bytes));
    }
};

#include "byte_block_loops.hpp"

}}}  // namespace cv::cudastripe::sse41

#include "../../simd/end_vectors.hpp"

#endif
