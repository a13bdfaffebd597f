// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <cstddef>

namespace opencv_test {

//! What a process holds now.
struct ProcessUsage
{
    size_t residentBytes = 0;
    size_t files = 0;        //!< open ones
    size_t threads = 0;      //!< running ones
    size_t deviceBytes = 0;  //!< of the current CUDA device, by all processes; 0 without CUDA
};

//! All 0 where the system does not say it.
ProcessUsage processUsage();

}  // namespace opencv_test
