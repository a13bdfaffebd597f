// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_FORMAT_LIST_HPP
#define STRIPE_CONVERT_FORMAT_LIST_HPP

#include <string>

//! Every name of a format, one a line, by layout and depth; then FFmpeg's name of the layout where there is one.
std::string listFormats();

#endif
