// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <functional>
#include <vector>

#include "host_frames.hpp"
#include "report_workload.hpp"

namespace bench {

//! How many frames take turns, so that data comes from memory: more bytes than several cases leave in a cache.
int framesInRotation(const ReportWorkload& workload, const ReportSize& size);

/** @brief One allocation for the sources and one for the results of every workload and size, one after the other.

To allocate, and to lock pages, for each size anew would take longer than to measure. */
class FrameMemory
{
public:
    using Allocate = std::function<MemoryKind(size_t sizeBytes)>;

    //! @param allocate gives host or device memory.
    FrameMemory(const Allocate& allocate, size_t inBytes, size_t outBytes);

    uchar* in() const { return in_.get(); }
    uchar* out() const { return out_.get(); }

    //! Host memory alone: touches all, and fills the sources with random bytes, or floats from 0 to 1.
    void fill(int depth);

    //! The bytes that sources, or results, of all these workloads and sizes need.
    static size_t inBytesFor(const ReportWorkload& workload, const ReportSize& size);
    static size_t outBytesFor(const ReportWorkload& workload, const ReportSize& size);

private:
    size_t inBytes_, outBytes_;
    MemoryKind in_, out_;
    int depth_ = -1;
};

//! Frames of a workload and size in host memory, in turn. Sources are the same in every memory.
class FrameRing
{
public:
    FrameRing(const FrameMemory& memory, const ReportWorkload& workload, const ReportSize& size);

    //! The frame that was used longest ago.
    const HostFrame& next();
    const HostFrame& first() const { return frames_.front(); }

private:
    std::vector<HostFrame> frames_;
    size_t next_ = 0;
};

}  // namespace bench
