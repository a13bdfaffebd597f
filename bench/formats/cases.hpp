// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <string>
#include <vector>

#include "../common/frames.hpp"
#include "opencv2/cudastripe/yuv_format.hpp"

namespace bench {

constexpr int kFrames = 4;
constexpr int kType = CV_8UC(8);  // the largest: four channels of 16 bits
constexpr int kSmaller = 4;       // 8K to 1080p, in each direction

//! A conversion of 8K frames: to a format from pixels of so many channels, or back.
struct FormatCase
{
    cv::cudastripe::YuvFormat format;
    int channels;
    bool decodes = false;
    bool floats = false;  //!< 32F instead of the format's depth

    static cv::Size size() { return cv::Size(7680, 4320); }
    std::string pixels() const { return std::string(decodes ? "to_" : "") + (channels == 3 ? "bgr" : "bgra"); }

    //! A frame of this case in memory of the largest one. @param part of the memory, for a frame of 1080p; or -1
    template <class Image>
    Frame<Image> in(const Frame<Image>& memory, int part = -1) const
    {
        const cv::Size size = part < 0 ? FormatCase::size() : FormatCase::size() / kSmaller;
        const size_t at = part < 0 ? 0 : bytesOf(memory.in) / (kSmaller * kSmaller) * size_t(part);
        const int depth = floats ? CV_32F : format.imageDepth();
        const cv::Size yuvSize = format.imageSize(size);
        const int yuv = CV_MAKETYPE(depth, CV_MAT_CN(format.imageType())), pixels = CV_MAKETYPE(depth, channels);
        return {Image(decodes ? yuvSize : size, decodes ? yuv : pixels, memory.in.data + at),
                Image(decodes ? size : yuvSize, decodes ? pixels : yuv, memory.out.data + at)};
    }
};

//! Bound, striped call, kernel and device copy.
void registerOnGpu(const FormatCase& formatCase);

//! A code between colour spaces, or of a Bayer pattern, for one depth.
struct CodeCase
{
    std::string codeName;
    int code;
    int srcType, dstType;

    std::string name() const { return cv::typeToString(srcType).substr(3) + "/" + codeName; }
};

//! Those that differ in their kernels: without the forms for red first.
std::vector<CodeCase> codeCases();

//! Kernel and device copy; nothing in a build without CUDA.
void registerKernels(const CodeCase& codeCase);

}  // namespace bench
