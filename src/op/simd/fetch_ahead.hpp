// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Prefetching of memory that is read or written soon.

#pragma once

#include "instruction_set.hpp"

namespace cv { namespace cudastripe {

//! The distance of prefetches in bytes. The hardware prefetches only up to the end of a page: there a core would wait.
constexpr int kFetchAhead = 4096;

//! Prefetches bytes that are read soon. Any address is allowed.
CUDASTRIPE_INLINE void fetchAhead(const uchar* from, int bytes, int ahead = kFetchAhead)
{
    for (int line = 0; line < bytes; line += 64)
        __builtin_prefetch(from + ahead + line);
}

//! Prefetches lines that are written soon: a store to a line that this core does not own waits for it.
CUDASTRIPE_INLINE void fetchToWrite(void* to, int bytes)
{
    uchar* const first = static_cast<uchar*>(to);
    for (int line = 0; line < bytes; line += 64) {
#ifdef CUDASTRIPE_X86
        // The builtin needs a compiler option for this instruction, which does nothing on CPUs that do not know it.
        __asm__ volatile("prefetchw %0" : : "m"(first[line]));
#else
        __builtin_prefetch(first + line, 1);
#endif
    }
}

}}  // namespace cv::cudastripe
