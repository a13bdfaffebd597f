// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Compilation of kernels at run time.

#pragma once

#include <string>
#include <vector>

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

//! The version of NVRTC, such as 13000; 0 if its library is not found, or if this build has no CUDA.
CV_EXPORTS int nvrtcVersion();

/** @brief Compiles CUDA source into code for an architecture, such as 90. It rounds as the library's own kernels do.
@throws cv::Exception if NVRTC is missing, does not know the architecture, or refuses the source. */
CV_EXPORTS std::vector<uchar> compileKernels(const std::string& source, int architecture, const char* function);

}}  // namespace cv::cudastripe
