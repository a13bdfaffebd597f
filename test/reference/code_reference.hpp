// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "opencv2/core.hpp"

namespace opencv_test {

//! True for YUV, false for YCrCb.
bool isYuv(int code);
//! False for RGB.
bool isBgr(int code);

//! OpenCV's integer formulas, written out, against a cv::cvtColor that a platform has replaced. 8U and 16U.
cv::Mat opencvReference(const cv::Mat& src, int code);

//! The same for the way back to colours of 3 or 4 channels.
cv::Mat opencvColours(const cv::Mat& src, int code, int channels);

//! OpenCV's formulas of 8-bit HSV to colours, and of HLS both ways, each operation rounded by itself. `code` names
//! them. cv::cvtColor gives these bytes in rows of one pixel, but where its compiler fuses products and sums.
cv::Mat hueReference(const cv::Mat& src, int code, int channels);
//! True for the codes of hueReference().
bool hasHueReference(int code);

}  // namespace opencv_test
