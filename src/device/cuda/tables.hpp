// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Device memory for the tables of kernels over many images.

#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "../../op/kernel_ref.hpp"
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

    //! A table on the host.
    using Table = std::shared_ptr<const KernelRef::ManyImages>;

    //! Enqueues a copy of the table, unless a kept copy is free. Then calls launch() with the copy's address. The
    //! copy's memory is used again when the work that launch() enqueued is complete.
    template <class Launch>
    void with(cudaStream_t stream, const Table& table, const Launch& launch)
    {
        Buffer* buffer = takeKept(stream, table);
        const bool kept = buffer != nullptr;
        if (!kept)
            buffer = take(table->table.size());
        try {
            if (!kept)
                enqueueCopy(*buffer, stream, table);
            launch(static_cast<const void*>(buffer->device.get()));
        } catch (...) {
            giveBack(buffer, stream);
            throw;
        }
        giveBack(buffer, stream);
    }

private:
    struct Buffer
    {
        Buffer(Device& owner, size_t sizeBytes);
        cudaEvent_t usedEvent() const { return static_cast<cudaEvent_t>(used.id().get()); }

        OwnedEvent used;
        OwnedMemory device, host;
        bool lent = true;
        Table kept;                     // the table that it holds, if that table is to be used again
        unsigned long long stream = 0;  // identity of the stream that used it last
        std::uint64_t uses = 0;         // `uses_` after its last use
    };

    Buffer* take(size_t sizeBytes);
    Buffer* takeFree(size_t sizeBytes, bool kept, bool waits);
    Buffer* takeKept(cudaStream_t stream, const Table& table);
    unsigned long long identityOf(cudaStream_t stream) const;
    void enqueueCopy(Buffer& buffer, cudaStream_t stream, const Table& table);
    void giveBack(Buffer* buffer, cudaStream_t stream);

    Device& device_;
    CudaContext& context_;
    std::mutex mutex_;
    std::vector<std::unique_ptr<Buffer>> buffers_;  // guarded by mutex_
    std::uint64_t uses_ = 0;                        // guarded by mutex_
};

}}  // namespace cv::cudastripe
