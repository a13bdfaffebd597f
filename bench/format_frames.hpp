// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "host_frames.hpp"
#include "opencv2/core/cuda.hpp"
#include "opencv2/cudastripe/yuv_format.hpp"

namespace bench {

//! A conversion of 8K frames: to a format, from a source of so many channels.
struct FormatCase
{
    cv::cudastripe::YuvFormat format;
    int channels;

    static constexpr int kWidth = 7680, kHeight = 4320;
    cv::Size size() const { return cv::Size(kWidth, kHeight); }
    int inType() const { return CV_MAKETYPE(format.depth() == 8 ? CV_8U : CV_16U, channels); }
    size_t inBytes() const { return size_t(kWidth) * kHeight * CV_ELEM_SIZE(inType()); }
    cv::Size outSize() const { return format.imageSize(size()); }
    size_t outBytes() const { return size_t(outSize().area()) * CV_ELEM_SIZE(format.imageType()); }
    std::string name() const { return format.name() + "/" + (channels == 3 ? "bgr" : "bgra"); }
};

/** @brief Memory for frames of any format that takes turns, so that data comes from memory and not from a cache. */
class FormatFrames
{
public:
    using Allocate = MemoryKind (*)(size_t sizeBytes);
    static constexpr int kFrames = 4;

    explicit FormatFrames(Allocate allocate);

    //! The memory that was used longest ago, as a frame of a case.
    HostFrame next(const FormatCase& formatCase);

private:
    struct Memory
    {
        MemoryKind in, out;
    };
    std::vector<Memory> memory_;
    size_t next_ = 0;
};

}  // namespace bench
