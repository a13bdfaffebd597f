// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Files that are written as a whole or stay as they were.

#pragma once

#include <functional>

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

/** @brief Calls a function that writes a file in a new folder beside `name`, or beside what `name` links to. Then moves
the file there, with the permissions of the one that it replaces, or removes it.

If `name` is a pipe or the like, the bytes are copied into it when they are complete.
@param function the name with which errors begin.
@param write writes to the name that it gets, which ends like `name`; returns false if it cannot.
@throws cv::Exception that names the file; a file is then as it was. */
void writeWhole(const char* function, const String& name, const std::function<bool(const String&)>& write);

//! Writes a text in this way.
void writeWhole(const char* function, const String& name, const String& text);

}}  // namespace cv::cudastripe
