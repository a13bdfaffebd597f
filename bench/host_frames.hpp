// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <memory>
#include <vector>

#include "frame_size.hpp"
#include "lazy.hpp"

namespace bench {

struct HostFrame
{
    cv::Mat in;
    cv::Mat out;
};

using MemoryKind = std::shared_ptr<uchar>;

//! Memory as programs have it that know nothing of GPUs.
MemoryKind pageableMemory(size_t sizeBytes);

/** @brief Frames that take turns, so that their data comes from memory and not from a cache, as in a stream of frames.

All pages are touched and all sources are random. */
class HostFrames
{
public:
    using Allocate = MemoryKind (*)(size_t sizeBytes);

    HostFrames(const FrameSize& size, Allocate allocate);

    //! The frame that was used longest ago.
    const HostFrame& next();
    //! The same frame at every call, which stays in the caches that are large enough.
    const HostFrame& warm() const { return frames_.front(); }

private:
    std::vector<MemoryKind> memory_;
    std::vector<HostFrame> frames_;
    size_t next_ = 0;
};

SharedLazy<HostFrames> lazyHostFrames(const FrameSize& size, HostFrames::Allocate allocate);

}  // namespace bench
