// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#ifdef __linux__
#include <sys/mman.h>
#endif

#include "../../test_precomp.hpp"

namespace opencv_test {

//! Zeros, of which only pages that were written take memory.
class SparseMemory
{
public:
    explicit SparseMemory(size_t bytes) : bytes_(bytes)
    {
#ifdef __linux__
        void* const memory =
            mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        data_ = memory == MAP_FAILED ? nullptr : static_cast<uchar*>(memory);
        if (data_)
            madvise(data_, bytes, MADV_NOHUGEPAGE);
#endif
    }
    ~SparseMemory()
    {
#ifdef __linux__
        if (data_)
            munmap(data_, bytes_);
#endif
    }
    SparseMemory(const SparseMemory&) = delete;
    SparseMemory& operator=(const SparseMemory&) = delete;

    //! Null if there is no such memory.
    uchar* data() const
    {
        return data_;
    }

private:
    const size_t bytes_;
    uchar* data_ = nullptr;
};

}  // namespace opencv_test
