// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef DECIPHER_ENTRY_BUFFER_HPP
#define DECIPHER_ENTRY_BUFFER_HPP

#include <cstdint>
#include <memory>

//! Host memory for entries. Page-locked for a GPU, which then copies straight from and to it: cv::cuda::HostMem would
//! do that too, but only where OpenCV itself was built with CUDA.
class EntryBuffer
{
public:
    //! @param device the CUDA device that will copy; -1: none, and pageable memory will do.
    EntryBuffer(std::int64_t count, int device);

    std::uint64_t* data() const { return memory_.get(); }
    bool pageLocked() const { return pageLocked_; }

private:
    using Memory = std::unique_ptr<std::uint64_t, void (*)(void*)>;

    static Memory allocatePageLocked(std::size_t bytes, int device);
    static Memory allocatePageable(std::size_t bytes);

    Memory memory_;
    bool pageLocked_ = false;
};

#endif
