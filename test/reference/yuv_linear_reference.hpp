// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "yuv_decode_reference.hpp"

namespace opencv_test {

//! A plane of chroma at a pixel, in real arithmetic: linear between the samples, which lie where the siting says, and
//! the nearest one beyond them.
double chromaAt(const cv::Mat& plane, cv::Point pixel, cv::Size span, cv::cudastripe::ChromaSiting siting);

//! The colours of a picture whose chroma is interpolated, each rounded once, with 3 or 4 channels of CV_8U or CV_16U.
cv::Mat linearColoursOfPicture(const YuvPicture& picture, const cv::cudastripe::YuvFormat& format, bool rgb,
                               int channels, int depth);

}  // namespace opencv_test
