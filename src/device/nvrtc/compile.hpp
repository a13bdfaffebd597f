// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Compilation of kernels at run time, and the loading of their code.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "../../op/kernel_code.hpp"

namespace cv { namespace cudastripe {

/** @brief Compiles CUDA source into code for an architecture, such as 90. It rounds as the library's own kernels do.
@throws cv::Exception if NVRTC is missing, does not know the architecture, or refuses the source. */
CV_EXPORTS std::vector<uchar> compileKernels(const std::string& source, int architecture, const char* function);

//! Code for an architecture, as the driver loads it; null in a build without CUDA. Its kernel() gives null while a
//! device of another architecture is current.
std::shared_ptr<const KernelCode> loadedCode(std::vector<uchar> code, int architecture);

}}  // namespace cv::cudastripe
