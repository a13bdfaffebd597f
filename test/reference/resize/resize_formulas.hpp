// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "../../test_precomp.hpp"

namespace opencv_test {

//! INTER_NEAREST_EXACT as OpenCV 5 and Pillow define it, for pixels of any type.
Mat nearestExactByFormula(const Mat& src, Size size);

//! INTER_NEAREST, for pixels of any type and sides of any length.
Mat nearestByFormula(const Mat& src, Size size);

//! INTER_LINEAR of bytes, for sides of any length; not for half of both sides.
Mat linearByFormula(const Mat& src, Size size);

//! What a resampling makes of an image: cv::resize, the definition of INTER_NEAREST_EXACT, or Pillow.
Mat resizeReference(const Mat& src, Size size, const cudastripe::Resampling& resampling);

}  // namespace opencv_test
