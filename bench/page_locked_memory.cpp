// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "page_locked_memory.hpp"

#include "cuda_check.hpp"

namespace bench {

MemoryKind pageLockedMemory(size_t sizeBytes)
{
    void* memory = nullptr;
    BENCH_CUDA(cudaHostAlloc(&memory, sizeBytes, cudaHostAllocDefault));
    return MemoryKind(static_cast<uchar*>(memory), [](uchar* address) { cudaFreeHost(address); });
}

}  // namespace bench
