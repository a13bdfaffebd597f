// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The primary context of a CUDA device: its state, and memory in it.

#pragma once

#include <atomic>

#include "opencv2/cudastripe/detail/memory_kind.hpp"
#include "scope.hpp"

namespace cv { namespace cudastripe {

//! Retains the primary context of a CUDA device, which the driver creates if there is none. Makes nothing current.
class PrimaryContext
{
public:
    explicit PrimaryContext(int number);
    ~PrimaryContext();
    PrimaryContext(const PrimaryContext&) = delete;
    PrimaryContext& operator=(const PrimaryContext&) = delete;

    operator CUcontext() const { return context_; }

private:
    CUdevice device_ = 0;
    CUcontext context_ = nullptr;
};

//! A primary context that knows whether it still answers.
class CudaContext
{
public:
    explicit CudaContext(int number);
    ~CudaContext();
    CudaContext(const CudaContext&) = delete;
    CudaContext& operator=(const CudaContext&) = delete;

    operator CUcontext() const { return primary_; }

    //! False after an error that it cannot recover from, and after a reset.
    bool alive() const { return state_ == State::Alive; }
    //! True if somebody has reset it, so that its handles are invalid. Asks the driver, and so updates alive().
    bool wasReset();
    //! True if its user wants waiting threads to sleep.
    bool waitsAsleep() const { return waitsAsleep_; }

    //! Throws if a call has failed.
    void check(cudaError_t error, const char* call);
    void check(CUresult result, const char* call) { check(static_cast<cudaError_t>(result), call); }
    //! False if a query says "not ready"; throws if it has failed.
    bool ready(cudaError_t error, const char* call);
    //! Calls destroyHandle(), unless a reset has already destroyed the handle. Ignores failures.
    template <class Destroy>
    void destroy(const Destroy& destroyHandle) noexcept
    {
        if (wasReset())
            return;
        try {
            const CudaScope scope(primary_);
            if (destroyHandle() != cudaSuccess)
                cudaGetLastError();  // clears the error
        } catch (const cv::Exception&) {
            return;  // a context that cannot be made current holds nothing any more
        }
    }

    //! Device memory or page-locked memory; null if there is not enough.
    void* allocate(MemoryKind kind, size_t sizeBytes);
    void free(MemoryKind kind, void* memory) noexcept;

private:
    enum class State
    {
        Alive,
        Dead,
        Reset,
    };

    bool answers() const;

    const PrimaryContext primary_;
    unsigned long long id_ = 0;
    bool pools_ = false;
    bool waitsAsleep_ = false;
    std::atomic<State> state_{State::Alive};
    cudaStream_t allocations_ = nullptr;
};

}}  // namespace cv::cudastripe
