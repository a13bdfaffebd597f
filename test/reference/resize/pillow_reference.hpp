// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../../test_precomp.hpp"

namespace opencv_test {

/** @brief What Pillow's Image.resize gives for bytes of 1 to 4 channels, and for floats of one (its mode F).
@param resampling a filter of Pillow. With Alpha::Premultiplied two channels are its mode LA, and four its mode RGBA. */
Mat pillowResized(const Mat& src, Size size, const cudastripe::Resampling& resampling);

}  // namespace opencv_test
