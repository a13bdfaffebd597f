// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <map>
#include <vector>

#include "../device.hpp"

namespace cv { namespace cudastripe {

/** @brief The memory of a simulated device: plain memory of limited size that is known by its address. */
class SimulatedMemory
{
public:
    //! Without `backed` blocks are addresses that nobody may touch.
    SimulatedMemory(MemoryKind kind, size_t limitBytes, bool backed)
        : kind_(kind), limitBytes_(limitBytes), backed_(backed)
    {
    }

    //! Memory filled with a pattern that no test expects; null if the limit does not allow it.
    void* allocate(size_t sizeBytes);
    void free(void* memory) noexcept;
    //! The size of a block, by its first byte; 0 if there is none.
    size_t sizeBytes(const void* memory) const;
    bool owns(const void* address) const { return bytesFrom(address) > 0; }
    //! From an address to the end of its block; 0 if it lies in none.
    size_t bytesFrom(const void* address) const;
    MemoryKind kind() const { return kind_; }

private:
    struct Block
    {
        std::vector<uchar> bytes;  // with room to align
        size_t sizeBytes;
    };

    const MemoryKind kind_;
    const size_t limitBytes_;
    const bool backed_;
    size_t heldBytes_ = 0;
    std::uintptr_t nextAddress_ = std::uintptr_t(1) << 60;  // of blocks that are not backed: beyond any real one
    std::map<const uchar*, Block> blocks_;
};

}}  // namespace cv::cudastripe
