// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The loops of chains for AVX-512.

#include "loops.hpp"

#ifdef CUDASTRIPE_X86
CUDASTRIPE_CHAIN_LOOPS_FOR(Avx512, CUDASTRIPE_AVX512)
#endif
