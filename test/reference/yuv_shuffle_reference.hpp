// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "yuv_decode_reference.hpp"

namespace opencv_test {

//! The codes of a picture in another format of its matrix and range, by fractions that are rounded once, a half up.
YuvPicture shuffledPicture(const YuvPicture& picture, const cv::cudastripe::YuvFormat& from,
                           const cv::cudastripe::YuvFormat& to);

}  // namespace opencv_test
