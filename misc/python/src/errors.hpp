// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Errors of the library and of the bindings as Python's exceptions.
#pragma once

#include "opencv2/core.hpp"

#include <nanobind/nanobind.h>

namespace cudastripe_python {

//! Makes cv::Exception a ValueError, a TypeError, a MemoryError or a RuntimeError with its own text.
void translateErrors();

[[noreturn]] void throwValueError(const cv::String& text);
[[noreturn]] void throwTypeError(const cv::String& text);

//! Throws the error of a batch again, with "src[37]" for what the library calls "image 37: src".
[[noreturn]] void throwWithIndices(const cv::Exception& error);

}  // namespace cudastripe_python
