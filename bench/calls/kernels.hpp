// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <cuda_runtime_api.h>

#include <functional>

#include "opencv2/core.hpp"

namespace bench {

//! Enqueues one kernel that reads all of src and writes all of dst, which hold 4 and 3 bytes a pixel, 16 bytes at once.
void moveBytes(const cv::Mat& src, const cv::Mat& dst, cudaStream_t stream);

/** @brief Gives a function that keeps the GPU busy if one thread calls it again and again.

A call waits for milliseconds of work: kernels that fill all multiprocessors, and with `copies` also copies of 256 MB up
and 256 MB down, each in a stream of its own. */
std::function<void()> busyGpu(bool copies);

}  // namespace bench
