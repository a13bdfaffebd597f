// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Files that are written as a whole or stay as they were.

#pragma once

#include <functional>

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

/** @brief Calls a function that writes a file in a new folder beside `name`, or beside what `name` links to. Then moves
the file there, with the permissions of the one that it replaces, or removes it.

What is no file, such as a pipe, gets the bytes when they are complete.
@param function begins errors.
@param write is given the name to write to, with the ending of `name`; false: it could not.
@throws cv::Exception that names the file; a file is then as it was. */
void writeWhole(const char* function, const String& name, const std::function<bool(const String&)>& write);

//! Writes a text so.
void writeWhole(const char* function, const String& name, const String& text);

}}  // namespace cv::cudastripe
