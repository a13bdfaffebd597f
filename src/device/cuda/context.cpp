// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See context.hpp.

#ifdef HAVE_CUDASTRIPE_CUDA

#include "context.hpp"

namespace cv { namespace cudastripe {

PrimaryContext::PrimaryContext(int number)
{
    int count = 0;
    CUDASTRIPE_CUDA(cudaGetDeviceCount(&count));  // starts the driver
    const CudaDriver& driver = CudaDriver::get();
    if (driver.deviceGet(&device_, number) != CUDA_SUCCESS ||
        driver.primaryCtxRetain(&context_, device_) != CUDA_SUCCESS) {
        CV_Error_(Error::GpuApiCallError, ("cudastripe: the context of CUDA device %d is not available", number));
    }
}

PrimaryContext::~PrimaryContext()
{
    CudaDriver::find()->primaryCtxRelease(device_);
}

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
    destroy([&] { return cudaStreamDestroy(allocations_); });
}

// A reset device gets a new context at the same address; only the context's id differs.
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

// After an error that a context cannot recover from, every call but ctxGetId() fails.
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

// Device memory is allocated on a separate stream: cudaMalloc and cudaFree may wait for all work on the device.
void* CudaContext::allocate(MemoryKind kind, size_t sizeBytes)
{
    const CudaScope scope(primary_);
    void* memory = nullptr;
    const bool onDevice = kind == MemoryKind::Device;
    const cudaError_t error = !onDevice ? cudaHostAlloc(&memory, sizeBytes, cudaHostAllocPortable | cudaHostAllocMapped)
                              : pools_  ? cudaMallocAsync(&memory, sizeBytes, allocations_)
                                        : cudaMalloc(&memory, sizeBytes);
    if (error == cudaErrorMemoryAllocation) {
        cudaGetLastError();
        return nullptr;
    }
    check(error, onDevice ? "cudaMallocAsync" : "cudaHostAlloc");
    if (onDevice) {
        const cudaError_t reached = cudaStreamSynchronize(allocations_);
        if (reached != cudaSuccess)
            free(kind, memory);
        check(reached, "cudaStreamSynchronize");
    }
    return memory;
}

void CudaContext::free(MemoryKind kind, void* memory) noexcept
{
    destroy([&] {
        return kind != MemoryKind::Device ? cudaFreeHost(memory)
               : pools_                   ? cudaFreeAsync(memory, allocations_)
                                          : cudaFree(memory);
    });
}

}}  // namespace cv::cudastripe

#endif
