// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef CUDASTRIPE_BENCH_PAGE_LOCKED_MEMORY_HPP
#define CUDASTRIPE_BENCH_PAGE_LOCKED_MEMORY_HPP

#include "host_frames.hpp"

namespace bench {

HostMemory pageLockedMemory(size_t sizeBytes);

}  // namespace bench

#endif
