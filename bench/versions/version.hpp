// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "opencv2/core.hpp"

// What bench_versions calls of a version of the library: nothing but C and OpenCV, since headers differ.
extern "C" {

//! A Striper for the current device, if there is one; its route by number, 0 for the one that is chosen.
void* cudastripe_version_make(int route);

//! BGRA to packed YUV.
void cudastripe_version_convert(void* striper, const cv::Mat* in, cv::Mat* out);
}
