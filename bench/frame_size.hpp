// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <array>
#include <string>

#include "opencv2/core.hpp"

namespace bench {

//! A size of BGRA frames, and how much of it is measured at once.
struct FrameSize
{
    const char* name;
    cv::Size pixels;
    int frames;    //!< in rotation: 929 MB for every size, more than a cache keeps
    int launches;  //!< of a kernel between two events: whole rotations, at least a millisecond

    size_t inBytes() const { return static_cast<size_t>(pixels.area()) * 4; }
    size_t outBytes() const { return static_cast<size_t>(pixels.area()) * 3; }
    size_t bytes() const { return inBytes() + outBytes(); }

    std::string caseName(const std::string& mechanism) const { return std::string(name) + "/" + mechanism; }
};

inline const std::array<FrameSize, 5>& frameSizes()
{
    static const std::array<FrameSize, 5> sizes = {{{"VGA", {640, 480}, 432, 1728},
                                                    {"720p", {1280, 720}, 144, 576},
                                                    {"1080p", {1920, 1080}, 64, 256},
                                                    {"4K", {3840, 2160}, 16, 64},
                                                    {"8K", {7680, 4320}, 4, 32}}};
    return sizes;
}

}  // namespace bench
