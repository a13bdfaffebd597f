// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "memory.hpp"

namespace cv { namespace cudastripe {
namespace {

constexpr uchar kPoison = 0xcd;
constexpr int kAlignment = 256;  // what device allocations have

}  // namespace

void* SimulatedMemory::allocate(size_t sizeBytes)
{
    if (sizeBytes > limitBytes_ - heldBytes_)
        return nullptr;
    Block block{std::vector<uchar>(backed_ ? sizeBytes + kAlignment : 0, kPoison), sizeBytes};
    uchar* const memory = backed_ ? alignPtr(block.bytes.data(), kAlignment) : reinterpret_cast<uchar*>(nextAddress_);
    nextAddress_ += backed_ ? 0 : alignSize(sizeBytes, kAlignment);
    blocks_.emplace(memory, std::move(block));
    heldBytes_ += sizeBytes;
    return memory;
}

void SimulatedMemory::free(void* memory) noexcept
{
    heldBytes_ -= sizeBytes(memory);
    blocks_.erase(static_cast<const uchar*>(memory));
}

size_t SimulatedMemory::sizeBytes(const void* memory) const
{
    const auto it = blocks_.find(static_cast<const uchar*>(memory));
    return it == blocks_.end() ? 0 : it->second.sizeBytes;
}

size_t SimulatedMemory::bytesFrom(const void* address) const
{
    const auto next = blocks_.upper_bound(static_cast<const uchar*>(address));
    if (next == blocks_.begin())
        return 0;
    const auto it = std::prev(next);
    const auto before = static_cast<size_t>(static_cast<const uchar*>(address) - it->first);
    return before < it->second.sizeBytes ? it->second.sizeBytes - before : 0;
}

}}  // namespace cv::cudastripe
