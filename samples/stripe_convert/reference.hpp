// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_REFERENCE_HPP
#define STRIPE_CONVERT_REFERENCE_HPP

#include <cstddef>
#include <opencv2/core.hpp>

#include "conversion.hpp"

//! What the result should be, without the library: cv::cvtColor, or the tutorial formula in a plain loop.
cv::Mat referenceResult(const cv::Mat& source, const Conversion& conversion);

//! All of them if the type or the size differs.
size_t countDifferingBytes(const cv::Mat& result, const cv::Mat& reference);

#endif
