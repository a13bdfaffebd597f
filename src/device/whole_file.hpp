// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).
// Files that are there whole, or as they were before.

#ifndef OPENCV_CUDASTRIPE_DEVICE_WHOLE_FILE_HPP
#define OPENCV_CUDASTRIPE_DEVICE_WHOLE_FILE_HPP

#include <functional>

#include "opencv2/core.hpp"

namespace cv { namespace cudastripe {

/** @brief Lets a function write a file in a new folder beside its place, where nobody else can have put a link, and
then gives it its name. It is removed if the function throws.

A name that is a link, a pipe or a device is written directly; so is a file in a folder that takes no others.
@param write is given the name to write to.
@throws cv::Exception that names the file. */
void writeWhole(const String& name, const std::function<void(const String&)>& write);

//! Writes a text by writeWhole(). @throws cv::Exception that names the file, also if the disk is full.
void writeWhole(const String& name, const String& text);

}}  // namespace cv::cudastripe

#endif
