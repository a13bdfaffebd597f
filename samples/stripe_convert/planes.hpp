// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_PLANES_HPP
#define STRIPE_CONVERT_PLANES_HPP

#include "conversion.hpp"

//! Y, U (Cb) and V (Cr), one channel each and chroma as small as the format has it; or Y alone.
using Planes = std::vector<cv::Mat>;

//! @param result the one image of a conversion, without gaps between rows; @param source size of what it was made of.
Planes separatePlanes(const cv::Mat& result, cv::Size source, const Conversion& conversion);

//! Draws the source and the planes of the result side by side, scaled down to a screen, with labels.
cv::Mat drawPlanes(const cv::Mat& sourceBgr, const cv::Mat& result, const Conversion& conversion);

#endif
