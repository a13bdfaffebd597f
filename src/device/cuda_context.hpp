// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef OPENCV_CUDASTRIPE_CUDA_CONTEXT_HPP
#define OPENCV_CUDASTRIPE_CUDA_CONTEXT_HPP

#include <atomic>

#include "cuda_error.hpp"

namespace cv { namespace cudastripe {

/** @brief The context of a CUDA device: its memory, and whether it still answers. */
class CudaContext
{
public:
    explicit CudaContext(int number);
    ~CudaContext() { forget(cudaStreamDestroy(allocations_)); }
    CudaContext(const CudaContext&) = delete;
    CudaContext& operator=(const CudaContext&) = delete;

    //! False after an error that it cannot recover from.
    bool alive() const { return alive_; }

    //! Throws if a call has failed.
    void check(cudaError_t error, const char* call);
    //! False if what a call asked for is not ready; throws if it has failed.
    bool ready(cudaError_t error, const char* call);
    //! Where nobody can be told of a failure, it must not stay behind as the last error either.
    static void forget(cudaError_t error) noexcept;

    //! These need the device to be current, and give null if there is not enough memory.
    void* allocate(size_t sizeBytes);
    void* allocatePageLocked(size_t sizeBytes);
    void free(void* memory) noexcept;
    void freePageLocked(void* memory) noexcept;
    //! Registers memory for all contexts; false if the driver refuses. Needs the device to be current.
    bool registerMemory(void* memory, size_t sizeBytes);
    void unregisterMemory(void* memory) noexcept;

private:
    bool enough(cudaError_t error, const char* call);
    bool dead() const;

    bool pools_ = false;
    std::atomic<bool> alive_{true};
    cudaStream_t allocations_ = nullptr;
};

}}  // namespace cv::cudastripe

#endif
