// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_MOSAIC_VERIFY_HPP
#define STRIPE_MOSAIC_VERIFY_HPP

#include "output_layout.hpp"
#include "source.hpp"

//! Reads some bands of an output back, first and last among them, and compares them with what cv::cvtColor makes of the
//! source's rows, or, of formats that OpenCV has not, with one call of the library on the CPU. A TIFF is read by
//! libtiff, which so also checks the header. @param alignment rows that stay together.
//! @return what was compared with what. @throws UserError if a byte differs.
std::string verifyBands(Source& source, const OutputLayout& layout, const std::string& path, int alignment);

#endif
