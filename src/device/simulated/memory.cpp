// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// See memory.hpp.

#include "memory.hpp"

namespace cv { namespace cudastripe {

namespace {

constexpr uchar kPoison = 0xcd;
constexpr int kAlignment = 256;  // of device allocations

}  // namespace

void* SimulatedMemory::allocate(MemoryKind kind, size_t sizeBytes, bool managed)
{
    size_t& left = left_[static_cast<int>(kind)];
    if (sizeBytes > left)
        return nullptr;
    Block block{kind, managed, sizeBytes, std::vector<uchar>(backed_ ? sizeBytes + kAlignment : 0, kPoison)};
    uchar* const memory = backed_ ? alignPtr(block.bytes.data(), kAlignment) : reinterpret_cast<uchar*>(nextAddress_);
    nextAddress_ += backed_ ? 0 : alignSize(sizeBytes, kAlignment);
    blocks_.emplace(memory, std::move(block));
    left -= sizeBytes;
    return memory;
}

size_t SimulatedMemory::free(void* memory)
{
    const auto found = blocks_.find(static_cast<uchar*>(memory));
    if (found == blocks_.end())
        return 0;
    const size_t sizeBytes = found->second.sizeBytes;
    left_[static_cast<int>(found->second.kind)] += sizeBytes;
    blocks_.erase(found);
    return sizeBytes;
}

const SimulatedMemory::Entry* SimulatedMemory::find(const void* address) const
{
    const auto next = blocks_.upper_bound(static_cast<uchar*>(const_cast<void*>(address)));
    if (next == blocks_.begin())
        return nullptr;
    const auto& entry = *std::prev(next);
    return static_cast<const uchar*>(address) < entry.first + entry.second.sizeBytes ? &entry : nullptr;
}

}}  // namespace cv::cudastripe
