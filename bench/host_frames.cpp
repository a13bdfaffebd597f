// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "host_frames.hpp"

namespace bench {

MemoryKind pageableMemory(size_t sizeBytes)
{
    return MemoryKind(static_cast<uchar*>(cv::fastMalloc(sizeBytes)), cv::fastFree);
}

HostFrames::HostFrames(const FrameSize& size, Allocate allocate)
{
    for (int i = 0; i < size.frames; ++i) {
        const MemoryKind in = allocate(size.inBytes());
        const MemoryKind out = allocate(size.outBytes());
        memory_.insert(memory_.end(), {in, out});
        frames_.push_back({cv::Mat(size.pixels, CV_8UC4, in.get()), cv::Mat(size.pixels, CV_8UC3, out.get())});
        cv::randu(frames_.back().in, 0, 256);
        frames_.back().out.setTo(0);
    }
}

const HostFrame& HostFrames::next()
{
    const HostFrame& frame = frames_[next_];
    next_ = (next_ + 1) % frames_.size();
    return frame;
}

SharedLazy<HostFrames> lazyHostFrames(const FrameSize& size, HostFrames::Allocate allocate)
{
    return std::make_shared<Lazy<HostFrames>>([=] { return std::make_unique<HostFrames>(size, allocate); });
}

}  // namespace bench
