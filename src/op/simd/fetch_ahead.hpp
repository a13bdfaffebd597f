// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "instruction_set.hpp"

namespace cv { namespace cudastripe {

//! Bytes ahead of the work: one core alone waits for memory, since what it fetches by itself ends with a page.
constexpr int kFetchAhead = 4096;

//! Has so many bytes fetched that the work will come to; it need not be memory of ours.
CUDASTRIPE_INLINE void fetchAhead(const uchar* from, int bytes, int ahead = kFetchAhead)
{
    for (int line = 0; line < bytes; line += 64)
        __builtin_prefetch(from + ahead + line);
}

//! Has lines fetched that will be written: stores to lines that this core does not own wait for them one by one.
CUDASTRIPE_INLINE void fetchToWrite(void* to, int bytes)
{
    uchar* const first = static_cast<uchar*>(to);
    for (int line = 0; line < bytes; line += 64) {
#ifdef CUDASTRIPE_X86
        // The builtin needs a switch for this instruction, which does nothing where it is not known.
        __asm__ volatile("prefetchw %0" : : "m"(first[line]));
#else
        __builtin_prefetch(first + line, 1);
#endif
    }
}

}}  // namespace cv::cudastripe
