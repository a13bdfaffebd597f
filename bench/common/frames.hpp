// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "opencv2/core.hpp"
#include "opencv2/core/cuda.hpp"

namespace bench {

using Memory = std::shared_ptr<uchar>;
using Allocate = std::function<Memory(size_t sizeBytes)>;

Memory pageableMemory(size_t sizeBytes);
Memory pageLockedMemory(size_t sizeBytes);
Memory deviceMemory(size_t sizeBytes);

//! Images that a call reads and writes, and their memory if it is not kept elsewhere.
template <class Image>
struct Frame
{
    Image in, out;
    Image second = Image();  //!< source of operators on two images
    Memory memory = nullptr;
};

using HostFrame = Frame<cv::Mat>;
using DeviceFrame = Frame<cv::cuda::GpuMat>;

//! Frames that take turns, so that their data comes from memory and not from a cache, as in a stream of frames.
template <class Frame>
class Rotation
{
public:
    void add(const Frame& frame) { frames_.push_back(frame); }

    //! The frame that was used longest ago.
    const Frame& next()
    {
        const Frame& frame = frames_[next_];
        next_ = (next_ + 1) % frames_.size();
        return frame;
    }
    //! The same frame at every call, which stays in the caches that are large enough.
    const Frame& first() const { return frames_.front(); }
    int count() const { return static_cast<int>(frames_.size()); }

private:
    std::vector<Frame> frames_;
    size_t next_ = 0;
};

using HostFrames = Rotation<HostFrame>;
using DeviceFrames = Rotation<DeviceFrame>;

inline size_t bytesOf(const cv::Mat& image)
{
    return image.total() * image.elemSize();
}

inline size_t bytesOf(const cv::cuda::GpuMat& image)
{
    return size_t(image.size().area()) * image.elemSize();
}

//! Frames whose pages are all touched, with random sources.
HostFrames hostFrames(int count, const cv::Size& size, int inType, int outType, const Allocate& allocate);

/** @brief Frames of one type in device memory, with random sources.

The images of a frame lie behind one another. With a second image there is room for half an image behind the last, so
that one copy can move half as many bytes as an operator on two images moves. */
DeviceFrames deviceFrames(int count, const cv::Size& size, int type, bool second);

}  // namespace bench
