// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// What follows is compiled for AVX-512 with VNNI, until end_vectors.hpp; so no include guard. No macro can do this:
// compilers read these pragmas as they stand.

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
