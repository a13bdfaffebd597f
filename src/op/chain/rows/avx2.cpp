// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The loops of chains for AVX2.

#include "loops.hpp"

#ifdef CUDASTRIPE_X86
CUDASTRIPE_CHAIN_LOOPS_FOR(Avx2, CUDASTRIPE_AVX2)
#endif
