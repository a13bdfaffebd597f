// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "format_frames.hpp"

namespace bench {

//! OpenCV's codes from BGRA, by cv::cvtColor and by this library on the CPU, on some numbers of threads.
void registerCodesOnCpu();
//! Bound, striped call, kernel and device copy of each.
void registerFormatsOnGpu(const std::vector<FormatCase>& cases);

}  // namespace bench
