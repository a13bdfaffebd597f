// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef ELEMENTWISE_CHAIN_SIDE_BY_SIDE_HPP
#define ELEMENTWISE_CHAIN_SIDE_BY_SIDE_HPP

#include <opencv2/core.hpp>

//! Two pictures of one size beside each other, scaled down to a screen.
cv::Mat sideBySide(const cv::Mat& left, const cv::Mat& right);

#endif
