// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "byte_block.hpp"
#include "fetch_ahead.hpp"
#include "instruction_set.hpp"

#ifdef CUDASTRIPE_X86

#include <immintrin.h>

#ifndef __clang__
// The compiler's own header leaves on purpose uninitialised what it then warns of.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,prefer-vector-width=512")
#endif

namespace cv { namespace cudastripe { namespace avx512 {

#include "byte_vector_512.hpp"

struct Vector : Vector512
{
    static constexpr bool kByteDots = false;
    static Type multiplyAdd(Type sums, Type a, Type b) { return _mm512_add_epi32(sums, _mm512_madd_epi16(a, b)); }
};

#include "byte_block_loops.hpp"

}}}  // namespace cv::cudastripe::avx512

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif
