// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <cuda_runtime_api.h>

#include <functional>
#include <string>

#include "opencv2/core.hpp"

namespace bench {

//! Registers what is called so many times in a repetition, behind once untimed.
void registerSmallCase(const std::string& name, int calls, const std::function<void()>& work);

//! Registers calls that cross the bus, beside what moves the same bytes: page-locked VGA, and 1080p to the device.
void registerBusCases();

//! One kernel that reads all of src and writes all of dst, which hold 4 and 3 bytes a pixel, in pieces of 16 bytes:
//! enqueued.
void moveBytes(const cv::Mat& src, const cv::Mat& dst, cudaStream_t stream);

}  // namespace bench
