// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "spin_kernel.hpp"

namespace opencv_test {
namespace {

__global__ void spin(volatile int* flags, unsigned long long timeoutNs)
{
    unsigned long long begin, now;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
    do {
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
        if (flags[0])
            return;
    } while (now - begin < timeoutNs);
    flags[1] = 1;
}

__global__ void trap()
{
    asm volatile("trap;");
}

}  // namespace

void enqueueTrap(void* stream)
{
    trap<<<1, 1, 0, static_cast<cudaStream_t>(stream)>>>();
}

void enqueueSpin(volatile int* flags, int timeoutMs, void* stream)
{
    spin<<<1, 1, 0, static_cast<cudaStream_t>(stream)>>>(flags, timeoutMs * 1000000ull);
}

}  // namespace opencv_test
