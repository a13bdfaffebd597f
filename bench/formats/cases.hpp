// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <string>

#include "../common/frames.hpp"
#include "opencv2/cudastripe/yuv_format.hpp"

namespace bench {

constexpr int kFrames = 4;
//! Types of the largest case: four channels of 16 bits, and three full planes of them.
constexpr int kInType = CV_8UC(8), kOutType = CV_8UC(6);

//! A conversion of 8K frames: to a format from pixels of so many channels, or back.
struct FormatCase
{
    cv::cudastripe::YuvFormat format;
    int channels;
    bool decodes = false;

    static cv::Size size() { return cv::Size(7680, 4320); }
    std::string pixels() const { return std::string(decodes ? "to_" : "") + (channels == 3 ? "bgr" : "bgra"); }

    //! A frame of this case in memory of the largest one.
    template <class Image>
    Frame<Image> in(const Frame<Image>& memory) const
    {
        const Image pixels(size(), CV_MAKETYPE(format.depth() == 8 ? CV_8U : CV_16U, channels), memory.in.data);
        const Image yuv(format.imageSize(size()), format.imageType(), memory.out.data);
        return decodes ? Frame<Image>{yuv, pixels} : Frame<Image>{pixels, yuv};
    }
};

//! A conversion of 8K frames between two formats.
struct ShuffleCase
{
    cv::cudastripe::YuvFormat from, to;

    std::string name() const { return "shuffle/" + from.name() + "/" + to.name(); }

    //! A frame of this case in memory of the largest one.
    template <class Image>
    Frame<Image> in(const Frame<Image>& memory) const
    {
        const cv::Size size = FormatCase::size();
        return {Image(from.imageSize(size), from.imageType(), memory.in.data),
                Image(to.imageSize(size), to.imageType(), memory.out.data)};
    }
};

//! Bound, striped call, kernel and device copy.
void registerOnGpu(const FormatCase& formatCase);
void registerOnGpu(const ShuffleCase& shuffleCase);

}  // namespace bench
