// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Ends what a begin_*.hpp began; so no include guard.

#undef CUDASTRIPE_MM
#undef CUDASTRIPE_MM_BITS
#undef CUDASTRIPE_AS_INTS
#undef CUDASTRIPE_AS_FLOATS
#undef CUDASTRIPE_EVERY_CHUNK
#undef CUDASTRIPE_UNORDERED

#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
