// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The 8-bit block for AVX-512.

#include "byte_block.hpp"

#ifdef CUDASTRIPE_X86

#include "../../simd/begin_avx512.hpp"

namespace cv { namespace cudastripe { namespace avx512 {

#include "../../simd/lane_operations.hpp"

#include "byte_vector_512.hpp"

struct Vector : Vector512
{
    static constexpr bool kByteDots = false;
    static Type multiplyAdd(Type sums, Type a, Type b) { return _mm512_add_epi32(sums, _mm512_madd_epi16(a, b)); }
};

#include "byte_block_loops.hpp"

}}}  // namespace cv::cudastripe::avx512

#include "../../simd/end_vectors.hpp"

#endif
