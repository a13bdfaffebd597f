// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What follows is compiled for AVX2, until end_vectors.hpp. These pragmas do not work from a macro.

#include <immintrin.h>

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif

#define CUDASTRIPE_MM(name) _mm256_##name
#define CUDASTRIPE_MM_BITS(name) _mm256_##name##_si256
#define CUDASTRIPE_AS_INTS _mm256_castps_si256
#define CUDASTRIPE_AS_FLOATS _mm256_castsi256_ps
#define CUDASTRIPE_EVERY_CHUNK _mm256_broadcastsi128_si256
