// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <string>

namespace bench {

//! Empty if there is a GPU to use, else why not.
std::string whyNoGpu();

//! Tells the benchmark's report which GPU, driver and runtime it is about.
void addGpuContext();

//! The same, for benchmarks that measure nothing without one. @throws cv::Exception that says why there is none.
void requireGpu();

}  // namespace bench
