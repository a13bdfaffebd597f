// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// The memory of a simulated device.

#pragma once

#include <map>
#include <vector>

#include "../device.hpp"

namespace cv { namespace cudastripe {

//! Plain memory of limited size, whose blocks are known by their addresses.
class SimulatedMemory
{
public:
    struct Block
    {
        MemoryKind kind;
        bool managed;
        size_t sizeBytes;
        std::vector<uchar> bytes;  //!< with room to align
    };
    using Entry = std::pair<uchar* const, Block>;

    //! @param backed false: blocks are only addresses, and nobody may touch the memory.
    SimulatedMemory(size_t deviceLimitBytes, size_t pageLockedLimitBytes, bool backed)
        : left_{0, pageLockedLimitBytes, deviceLimitBytes}, backed_(backed)
    {
    }

    //! Memory filled with a pattern that no test expects; null if the limit does not allow it.
    void* allocate(MemoryKind kind, size_t sizeBytes, bool managed = false);
    //! Makes memory of the caller page-locked until free().
    void adopt(void* memory, size_t sizeBytes)
    {
        blocks_.emplace(static_cast<uchar*>(memory), Block{MemoryKind::PageLocked, false, sizeBytes, {}});
        left_[static_cast<int>(MemoryKind::PageLocked)] -= sizeBytes;
    }
    //! Frees the block that begins there; gives its size, 0 if there is none.
    size_t free(void* memory);
    //! The block that an address lies in, with its first byte; null if there is none.
    const Entry* find(const void* address) const;

private:
    size_t left_[3];  // bytes that may still be allocated, by kind
    const bool backed_;
    std::uintptr_t nextAddress_ = std::uintptr_t(1) << 60;  // of blocks that are not backed: beyond any real one
    std::map<uchar*, Block> blocks_;
};

}}  // namespace cv::cudastripe
