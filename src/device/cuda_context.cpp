// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifdef HAVE_CUDASTRIPE_CUDA

#include "cuda_context.hpp"

#include "current_device.hpp"

namespace cv { namespace cudastripe {

CudaContext::CudaContext(int number)
{
    CurrentDevice current(number);
    CUDASTRIPE_CUDA(cudaStreamCreateWithFlags(&allocations_, cudaStreamNonBlocking));
    int supported = 0;
    pools_ = cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, number) == cudaSuccess && supported;
}

void CudaContext::check(cudaError_t error, const char* call)
{
    if (error == cudaSuccess)
        return;
    cudaGetLastError();
    if (dead())
        alive_ = false;
    checkCuda(error, call);
}

bool CudaContext::ready(cudaError_t error, const char* call)
{
    if (error == cudaErrorNotReady) {
        cudaGetLastError();
        return false;
    }
    check(error, call);
    return true;
}

void CudaContext::forget(cudaError_t error) noexcept
{
    if (error != cudaSuccess)
        cudaGetLastError();
}

// A context that an earlier failure has destroyed answers every call with that failure.
bool CudaContext::dead() const
{
    const RelaxedCapture relaxed;
    const cudaError_t error = cudaStreamQuery(allocations_);
    cudaGetLastError();
    const bool captures = error >= cudaErrorStreamCaptureUnsupported && error <= cudaErrorStreamCaptureWrongThread;
    return error != cudaSuccess && error != cudaErrorNotReady && !captures;
}

bool CudaContext::enough(cudaError_t error, const char* call)
{
    if (error == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        return false;
    }
    check(error, call);
    return true;
}

// Stream-ordered, on a stream of its own, since cudaMalloc and cudaFree may wait for everything on the device.
void* CudaContext::allocate(size_t sizeBytes)
{
    void* memory = nullptr;
    const cudaError_t error =
        pools_ ? cudaMallocAsync(&memory, sizeBytes, allocations_) : cudaMalloc(&memory, sizeBytes);
    if (!enough(error, "cudaMallocAsync"))
        return nullptr;
    check(cudaStreamSynchronize(allocations_), "cudaStreamSynchronize");
    return memory;
}

void CudaContext::free(void* memory) noexcept
{
    const RelaxedCapture relaxed;
    forget(pools_ ? cudaFreeAsync(memory, allocations_) : cudaFree(memory));
}

void* CudaContext::allocatePageLocked(size_t sizeBytes)
{
    void* memory = nullptr;
    const unsigned flags = cudaHostAllocPortable | cudaHostAllocMapped;
    return enough(cudaHostAlloc(&memory, sizeBytes, flags), "cudaHostAlloc") ? memory : nullptr;
}

void CudaContext::freePageLocked(void* memory) noexcept
{
    const RelaxedCapture relaxed;
    forget(cudaFreeHost(memory));
}

// Without the flag for memory that is read only: drivers were seen not to return from it for a file's pages.
bool CudaContext::registerMemory(void* memory, size_t sizeBytes)
{
    const cudaError_t error = cudaHostRegister(memory, sizeBytes, cudaHostRegisterPortable | cudaHostRegisterMapped);
    forget(error);
    return error == cudaSuccess;
}

void CudaContext::unregisterMemory(void* memory) noexcept
{
    const RelaxedCapture relaxed;
    forget(cudaHostUnregister(memory));
}

}}  // namespace cv::cudastripe

#endif
