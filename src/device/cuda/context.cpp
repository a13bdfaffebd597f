// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifdef HAVE_CUDASTRIPE_CUDA

#include "context.hpp"

namespace cv { namespace cudastripe {

CudaContext::CudaContext(int number) : primary_(number)
{
    const CudaScope scope(primary_);
    CUDASTRIPE_CUDA(cudaStreamCreateWithFlags(&allocations_, cudaStreamNonBlocking));
    int supported = 0;
    pools_ = cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, number) == cudaSuccess && supported;
    unsigned flags = 0;
    waitsAsleep_ = CudaDriver::get().ctxGetFlags(&flags) == CUDA_SUCCESS &&
                   (flags & CU_CTX_SCHED_MASK) == CU_CTX_SCHED_BLOCKING_SYNC;
    CudaDriver::get().ctxGetId(primary_, &id_);
}

CudaContext::~CudaContext()
{
    forget([&] { return cudaStreamDestroy(allocations_); });
}

// Whoever resets a device gets a new context at the same address: only its number tells.
bool CudaContext::wasReset()
{
    if (state_ == State::Reset)
        return true;
    unsigned long long id = 0;
    const CUresult result = CudaDriver::get().ctxGetId(primary_, &id);
    if (result == CUDA_ERROR_CONTEXT_IS_DESTROYED || result == CUDA_ERROR_INVALID_CONTEXT ||
        (result == CUDA_SUCCESS && id != id_))
        state_ = State::Reset;
    else if (result != CUDA_SUCCESS)
        state_ = State::Dead;
    return state_ == State::Reset;
}

// After an error that a context cannot recover from every call fails; but its number is still told.
bool CudaContext::answers() const
{
    try {
        const CudaScope scope(primary_);
        return cudaStreamQuery(allocations_) == cudaErrorNotReady || cudaGetLastError() == cudaSuccess;
    } catch (const cv::Exception&) {
        return false;
    }
}

void CudaContext::check(cudaError_t error, const char* call)
{
    if (error == cudaSuccess)
        return;
    cudaGetLastError();
    if (!wasReset() && !answers())
        state_ = State::Dead;
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
    forget([&] { return pools_ ? cudaFreeAsync(memory, allocations_) : cudaFree(memory); });
}

void* CudaContext::allocatePageLocked(size_t sizeBytes)
{
    void* memory = nullptr;
    const unsigned flags = cudaHostAllocPortable | cudaHostAllocMapped;
    return enough(cudaHostAlloc(&memory, sizeBytes, flags), "cudaHostAlloc") ? memory : nullptr;
}

void CudaContext::freePageLocked(void* memory) noexcept
{
    forget([&] { return cudaFreeHost(memory); });
}

// Without the flag for memory that is read only: drivers were seen not to return from it for a file's pages.
bool CudaContext::registerMemory(void* memory, size_t sizeBytes)
{
    const cudaError_t error = cudaHostRegister(memory, sizeBytes, cudaHostRegisterPortable | cudaHostRegisterMapped);
    if (error != cudaSuccess)
        cudaGetLastError();
    return error == cudaSuccess;
}

void CudaContext::unregisterMemory(void* memory) noexcept
{
    forget([&] { return cudaHostUnregister(memory); });
}

}}  // namespace cv::cudastripe

#endif
