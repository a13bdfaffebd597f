// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Device memory for the tables of kernels over many images.

#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "../handles.hpp"
#include "context.hpp"

namespace cv { namespace cudastripe {

//! Copies tables to the device, and keeps their memory for later ones. Any number of threads.
class CudaTables
{
public:
    //! @param context of the device
    CudaTables(Device& device, CudaContext& context) : device_(device), context_(context) {}
    ~CudaTables();
    CudaTables(const CudaTables&) = delete;
    CudaTables& operator=(const CudaTables&) = delete;

    //! Enqueues a copy of the table, then calls launch() with the copy's address. Its memory is used again when what
    //! launch() enqueued is complete.
    template <class Launch>
    void with(cudaStream_t stream, const std::vector<uchar>& table, const Launch& launch)
    {
        Buffer* const buffer = take(table.size());
        try {
            launch(enqueueCopy(*buffer, stream, table));
        } catch (...) {
            giveBack(buffer, stream);
            throw;
        }
        giveBack(buffer, stream);
    }

private:
    struct Buffer
    {
        Buffer(Device& device, size_t sizeBytes);
        cudaEvent_t usedEvent() const { return static_cast<cudaEvent_t>(used.id().get()); }

        OwnedEvent used;
        OwnedMemory device, host;
        bool lent = true;
    };

    Buffer* take(size_t sizeBytes);
    Buffer* takeFree(size_t sizeBytes, bool waits);
    const void* enqueueCopy(Buffer& buffer, cudaStream_t stream, const std::vector<uchar>& table);
    void giveBack(Buffer* buffer, cudaStream_t stream);

    Device& device_;
    CudaContext& context_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<Buffer>> buffers_;  // guarded by mutex_
};

}}  // namespace cv::cudastripe
