// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "opencv2/cudastripe/yuv_format.hpp"

namespace opencv_test {

/** @brief The planes of a format by real arithmetic, sample by sample, each rounded once at the end; as one dense row
of samples, plane after plane. The source is 8U or 16U with 3 or 4 channels. */
cv::Mat yuvSamples(const cv::Mat& src, const cv::cudastripe::YuvFormat& format, bool rgb);

//! The same as the one image that holds all planes.
cv::Mat yuvReference(const cv::Mat& src, const cv::cudastripe::YuvFormat& format, bool rgb);

//! OpenCV's integer formulas for its codes of 4:2:0 and 4:2:2, written out.
cv::Mat opencvYuvReference(const cv::Mat& src, int code);

//! True if this OpenCV has the code.
bool opencvHasCode(int code);

}  // namespace opencv_test
