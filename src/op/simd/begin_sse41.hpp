// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// What follows is compiled for SSE4.1, until end_vectors.hpp. These pragmas do not work from a macro.

#include <smmintrin.h>

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("sse4.1"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("sse4.1")
#endif

#define CUDASTRIPE_MM(name) _mm_##name
#define CUDASTRIPE_MM_BITS(name) _mm_##name##_si128
#define CUDASTRIPE_AS_INTS _mm_castps_si128
#define CUDASTRIPE_AS_FLOATS _mm_castsi128_ps
#define CUDASTRIPE_EVERY_CHUNK
