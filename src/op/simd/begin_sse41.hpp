// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// What follows is compiled for SSE4.1, until end_vectors.hpp; so no include guard. No macro can do this: compilers read
// these pragmas as they stand.

#include <smmintrin.h>

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("sse4.1"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("sse4.1")
#endif
