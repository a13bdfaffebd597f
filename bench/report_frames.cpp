// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "report_frames.hpp"

#include <algorithm>
#include <cstring>

#include "opencv2/core/utility.hpp"

namespace bench {
namespace {

constexpr size_t kRotationBytes = size_t(1200) << 20;
constexpr int kFewest = 4;
constexpr size_t kTileBytes = (size_t(16) << 20) + 4160;  // frames do not all begin with the same bytes

constexpr size_t kPageBytes = 4096;

// From a frame to the next: whole pages, and one more, since none is registered for two frames.
size_t stepOf(size_t bytes)
{
    return ((bytes + kPageBytes - 1) / kPageBytes + 1) * kPageBytes;
}

}  // namespace

int framesInRotation(const ReportWorkload& workload, const ReportSize& size)
{
    return std::max(kFewest, static_cast<int>(kRotationBytes / workload.bytes(size.pixels)) + 1);
}

size_t FrameMemory::inBytesFor(const ReportWorkload& workload, const ReportSize& size)
{
    return size_t(framesInRotation(workload, size)) * stepOf(workload.inBytes(size.pixels));
}

size_t FrameMemory::outBytesFor(const ReportWorkload& workload, const ReportSize& size)
{
    return size_t(framesInRotation(workload, size)) * stepOf(workload.outBytes(size.pixels));
}

FrameMemory::FrameMemory(const Allocate& allocate, size_t inBytes, size_t outBytes)
    : inBytes_(inBytes), outBytes_(outBytes), in_(allocate(inBytes)), out_(allocate(outBytes))
{
}

void FrameMemory::fill(int depth)
{
    if (depth == depth_)
        return;
    cv::Mat tile(1, static_cast<int>(kTileBytes / CV_ELEM_SIZE1(depth)), depth);
    cv::theRNG().state = 1;  // every memory gets the same
    cv::randu(tile, 0, depth == CV_8U ? 256 : 1);
    const int tiles = static_cast<int>((inBytes_ + kTileBytes - 1) / kTileBytes);
    cv::parallel_for_(cv::Range(0, tiles), [&](const cv::Range& range) {
        for (size_t begin = size_t(range.start) * kTileBytes; begin < size_t(range.end) * kTileBytes;
             begin += kTileBytes)
            std::memcpy(in_.get() + begin, tile.data, std::min(kTileBytes, inBytes_ - begin));
    });
    if (depth_ < 0)
        std::memset(out_.get(), 0, outBytes_);
    depth_ = depth;
}

FrameRing::FrameRing(const FrameMemory& memory, const ReportWorkload& workload, const ReportSize& size)
{
    const size_t inStep = stepOf(workload.inBytes(size.pixels)), outStep = stepOf(workload.outBytes(size.pixels));
    for (size_t i = 0; i < static_cast<size_t>(framesInRotation(workload, size)); ++i) {
        frames_.push_back({cv::Mat(size.pixels, workload.inType, memory.in() + i * inStep),
                           cv::Mat(workload.outSize(size.pixels), workload.outType, memory.out() + i * outStep)});
    }
}

const HostFrame& FrameRing::next()
{
    const HostFrame& frame = frames_[next_];
    next_ = (next_ + 1) % frames_.size();
    return frame;
}

}  // namespace bench
