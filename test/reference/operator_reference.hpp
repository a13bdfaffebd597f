// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "opencv2/cudastripe/chain.hpp"

namespace opencv_test {

/** @brief The call of OpenCV on the CPU that a step stands for; for steps without one the formula that their methods
state. @param second the second image, empty if there is none. */
cv::Mat operatorReference(const cv::cudastripe::Operator& step, const cv::Mat& current, const cv::Mat& second);

/** @brief What a step is documented to give where OpenCV's own results depend on the CPU, on its version or on where in
a row a pixel lies: one rounding by a fused multiply-add for addWeighted and convertTo, single precision for scaled
products of 32F images, and x < s ? x : s for minima (maxima likewise) of numbers that cannot be compared. Else as
operatorReference. */
cv::Mat documentedReference(const cv::cudastripe::Operator& step, const cv::Mat& current, const cv::Mat& second);

/** @brief The calls of all steps one after the other, by documentedReference.
@param undefined becomes 255 where OpenCV leaves the result open: after NaN, and after what a zero's sign decides. */
cv::Mat chainReference(const cv::cudastripe::Chain& chain, const cv::Mat& src, const cv::Mat& second = cv::Mat(),
                       cv::Mat* undefined = nullptr);

//! 255 where a value is NaN. In OpenCV 4.6 NaN != NaN holds for the last pixels of a row only.
cv::Mat whereNaN(const cv::Mat& image);

//! The real value that a step without an exact reference approximates, from a pixel's value and the second image's.
long double realReference(const cv::cudastripe::Operator& step, int depth, long double x, long double y);

//! True if realReference is what defines a step's results for a depth.
bool isReal(const cv::cudastripe::Operator& step, int depth);

//! True if OpenCV's results differ by the rounding of intermediate ones.
bool isLoose(const cv::cudastripe::Operator& step, int depth);

}  // namespace opencv_test
