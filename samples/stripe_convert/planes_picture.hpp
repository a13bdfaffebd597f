// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_PLANES_PICTURE_HPP
#define STRIPE_CONVERT_PLANES_PICTURE_HPP

#include <opencv2/core.hpp>

#include "conversion.hpp"

//! Draws the source and the planes of the result side by side, scaled down to a screen, with labels.
cv::Mat drawPlanes(const cv::Mat& sourceBgr, const cv::Mat& result, const Conversion& conversion);

#endif
