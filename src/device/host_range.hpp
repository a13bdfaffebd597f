// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Ranges of host memory.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace cv { namespace cudastripe {

//! Addresses of host memory from `first` to before `end`.
struct HostRange
{
    std::uintptr_t first = 0, end = 0;

    static HostRange of(const void* address, size_t sizeBytes)
    {
        const auto first = reinterpret_cast<std::uintptr_t>(address);
        return {first, first + std::min<std::uintptr_t>(sizeBytes, UINTPTR_MAX - first)};
    }

    size_t sizeBytes() const { return end - first; }
    bool overlaps(const HostRange& other) const { return first < other.end && other.first < end; }
    bool contains(const HostRange& other) const { return first <= other.first && other.end <= end; }
};

}}  // namespace cv::cudastripe
