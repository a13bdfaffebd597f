// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <atomic>

#include "error.hpp"
#include "primary_context.hpp"

namespace cv { namespace cudastripe {

/** @brief The context of a CUDA device: its memory, and whether it still answers. */
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
    //! True if somebody has reset it, so that its handles name nothing any more. Looks, as cheaply as can be, and also
    //! notices an error that it cannot recover from.
    bool wasReset();
    //! True if its user wants waiting threads to sleep.
    bool waitsAsleep() const { return waitsAsleep_; }

    //! Throws if a call has failed.
    void check(cudaError_t error, const char* call);
    //! False if what a call asked for is not ready; throws if it has failed.
    bool ready(cudaError_t error, const char* call);
    //! Calls what gives a handle back, unless a reset has done so. Nobody can be told of a failure.
    template <class GiveBack>
    void forget(const GiveBack& giveBack) noexcept
    {
        if (wasReset())
            return;
        try {
            const CudaScope scope(primary_);
            if (giveBack() != cudaSuccess)
                cudaGetLastError();  // which must not stay behind
        } catch (const cv::Exception&) {
            return;  // a context that cannot be made current holds nothing any more
        }
    }

    //! These need the context to be current, and give null if there is not enough memory.
    void* allocate(size_t sizeBytes);
    void* allocatePageLocked(size_t sizeBytes);
    void free(void* memory) noexcept;
    void freePageLocked(void* memory) noexcept;
    //! Registers memory for all contexts; false if the driver refuses. Needs the context to be current.
    bool registerMemory(void* memory, size_t sizeBytes);
    void unregisterMemory(void* memory) noexcept;

private:
    enum class State
    {
        Alive,
        Dead,
        Reset,
    };

    bool answers() const;
    bool enough(cudaError_t error, const char* call);

    const PrimaryContext primary_;
    unsigned long long id_ = 0;
    bool pools_ = false;
    bool waitsAsleep_ = false;
    std::atomic<State> state_{State::Alive};
    cudaStream_t allocations_ = nullptr;
};

}}  // namespace cv::cudastripe
