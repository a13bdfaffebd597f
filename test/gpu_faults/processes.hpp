// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include <string>

namespace opencv_test {

//! Runs each case in a process of its own: little device memory, exits with work in flight, forks, a context that ends,
//! processes that share the GPU, and one that is killed. Prints a line for each; the number of those that failed.
int runProcesses();

//! What such a process does. @return its exit status.
int runCase(const std::string& name);

}  // namespace opencv_test
