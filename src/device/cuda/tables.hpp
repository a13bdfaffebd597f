// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Device memory for the tables of kernels over many images.

#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "context.hpp"

namespace cv { namespace cudastripe {

//! Copies tables to the device, and keeps their memory for later ones. Any number of threads.
class CudaTables
{
public:
    //! Counts its allocations in `created`.
    CudaTables(CudaContext& context, std::atomic<std::uint64_t>& created) : context_(context), created_(created) {}
    ~CudaTables();
    CudaTables(const CudaTables&) = delete;
    CudaTables& operator=(const CudaTables&) = delete;

    //! Enqueues a copy of the table, then calls launch() with the copy's address. Its memory is used again when what
    //! launch() enqueued is complete.
    template <class Launch>
    void with(cudaStream_t stream, const std::vector<uchar>& table, const Launch& launch)
    {
        Block* const block = take(table.size());
        try {
            launch(enqueueCopy(*block, stream, table));
        } catch (...) {
            giveBack(block, stream);
            throw;
        }
        giveBack(block, stream);
    }

private:
    struct Block
    {
        size_t sizeBytes = 0;
        void* host = nullptr;
        void* device = nullptr;
        cudaEvent_t used = nullptr;
        bool lent = false;
    };

    Block* take(size_t sizeBytes);
    Block* takeFree(size_t sizeBytes, bool waits);
    void allocate(Block& block, size_t sizeBytes);
    void release(Block& block) noexcept;
    const void* enqueueCopy(Block& block, cudaStream_t stream, const std::vector<uchar>& table);
    void giveBack(Block* block, cudaStream_t stream);

    CudaContext& context_;
    std::atomic<std::uint64_t>& created_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<Block>> blocks_;  // guarded by mutex_
};

}}  // namespace cv::cudastripe
