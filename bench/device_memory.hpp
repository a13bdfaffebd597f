// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <memory>

#include "cuda_check.hpp"

namespace bench {

inline std::shared_ptr<uchar> deviceMemory(size_t sizeBytes)
{
    void* memory = nullptr;
    BENCH_CUDA(cudaMalloc(&memory, sizeBytes));
    return std::shared_ptr<uchar>(static_cast<uchar*>(memory), [](uchar* address) { cudaFree(address); });
}

}  // namespace bench
