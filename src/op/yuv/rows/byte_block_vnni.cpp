// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The 8-bit block for AVX-512 with VNNI.

#include "byte_block.hpp"

#ifdef CUDASTRIPE_X86

#include "../../simd/begin_vnni.hpp"

namespace cv { namespace cudastripe { namespace avx512vnni {

#include "../../simd/lane_operations.hpp"

#include "byte_vector_512.hpp"

struct Vector : Vector512
{
    static constexpr bool kByteDots = true;
    static Type multiplyAdd(Type sums, Type a, Type b) { return _mm512_dpwssd_epi32(sums, a, b); }
    //! Adds four byte products; `b` is signed.
    static Type byteDots(Type sums, Type a, Type b) { return _mm512_dpbusd_epi32(sums, a, b); }
};

#include "byte_block_loops.hpp"

}}}  // namespace cv::cudastripe::avx512vnni

#include "../../simd/end_vectors.hpp"

#endif
