// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <functional>
#include <string>

#include "host_frames.hpp"

namespace bench {

//! What is measured: one frame from start to end, all waits included.
using FrameWork = std::function<void(const HostFrame& frame)>;

//! A measurement of work on frames in host memory.
struct HostCase
{
    enum class Check
    {
        Nothing,
        SameAsOpenCv  //!< out must be what cv::cvtColor gives for in
    };
    enum class Cache
    {
        Cold,
        Warm
    };

    std::string mechanism;  //!< the name without the size
    SharedLazy<HostFrames> frames;
    std::function<FrameWork()> prepare;  //!< makes what the work needs: streams, stripers, device memory
    size_t bytes;                        //!< that the work moves for a frame
    Check check = Check::SameAsOpenCv;
    Cache cache = Cache::Cold;
};

/** @brief Registers a measurement; a repetition is one rotation through the frames.

A repetition begins with one frame that is not timed: what was asleep wakes up, what is made on first use is made. Its
result in the first repetition is what is checked; cv::Exception is thrown if it is wrong. */
void registerHostCase(const FrameSize& size, const HostCase& hostCase);

}  // namespace bench
