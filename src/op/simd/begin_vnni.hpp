// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What follows is compiled for AVX-512 with VNNI, until end_vectors.hpp. These pragmas do not work from a macro.

#include <immintrin.h>

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vnni"))), apply_to = function)
#else
// GCC warns of values that its own header leaves uninitialised on purpose.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC push_options
#pragma GCC target("avx512f,avx512bw,avx512vnni,prefer-vector-width=512")
#endif

#define CUDASTRIPE_MM(name) _mm512_##name
#define CUDASTRIPE_MM_BITS(name) _mm512_##name##_si512
#define CUDASTRIPE_AS_INTS _mm512_castps_si512
#define CUDASTRIPE_AS_FLOATS _mm512_castsi512_ps
#define CUDASTRIPE_EVERY_CHUNK _mm512_broadcast_i32x4
