// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Files that are written as a whole or stay as they were.

#pragma once

#include <functional>

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

/** @brief Calls a function that writes a file in a new folder, where nobody else can have put a link. Then moves the
file to `name`, or removes it if the function throws.

Writes directly to a name that is a link, a pipe or a device, or where no new folder is allowed.
@param write is given the name to write to.
@throws cv::Exception that names the file. */
void writeWhole(const String& name, const std::function<void(const String&)>& write);

//! Writes a text by writeWhole(). @throws cv::Exception that names the file, also if the disk is full.
void writeWhole(const String& name, const String& text);

}}  // namespace cv::cudastripe
