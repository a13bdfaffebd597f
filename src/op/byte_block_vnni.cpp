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
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vnni"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vnni,prefer-vector-width=512")
#endif

namespace cv { namespace cudastripe { namespace avx512vnni {

#include "byte_vector_512.hpp"

struct Vector : Vector512
{
    static constexpr bool kByteDots = true;
    static Type multiplyAdd(Type sums, Type a, Type b) { return _mm512_dpwssd_epi32(sums, a, b); }
    //! Of four bytes each, those of `b` signed.
    static Type byteDots(Type sums, Type a, Type b) { return _mm512_dpbusd_epi32(sums, a, b); }
};

#include "byte_block_loops.hpp"

}}}  // namespace cv::cudastripe::avx512vnni

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif

#endif
