// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#pragma once

#include "opencv2/cudastripe/chain.hpp"

namespace opencv_test {

// Formulas of operators that OpenCV does not have on the CPU, or does not define to the bit.

//! x * 2^bits modulo the depth for bits > 0, floor(x * 2^bits) for bits < 0.
cv::Mat shiftFormula(const cv::Mat& src, int bits);
//! floor((a x + (255 - a) y + 127) / 255) of BGRA pixels over BGR ones.
cv::Mat blendFormula(const cv::Mat& over, const cv::Mat& under);
//! m (x / m)^gamma for integers, rounded once.
cv::Mat gammaFormula(const cv::Mat& src, double gamma);
//! x < y ? x : y, or x > y ? x : y, of real numbers.
cv::Mat selectFormula(const cv::Mat& x, const cv::Mat& y, bool smaller);

//! (0.114 b + 0.587 g) + 0.299 r in single precision, the order of the sum being that of the channels.
cv::Mat grayFormula(const cv::Mat& src, bool bgr);

//! (scale x) y in single precision.
cv::Mat scaledProduct(const cv::Mat& x, const cv::Mat& y, double scale);

//! x y: 16U saturates, 32S wraps.
cv::Mat integerProduct(const cv::Mat& x, const cv::Mat& y);
//! (scale x) y of 32S in double precision.
cv::Mat scaledIntegerProduct(const cv::Mat& x, const cv::Mat& y, double scale);
//! (scale x) / y of 32S in single precision; 0 where y is 0.
cv::Mat integerQuotient(const cv::Mat& x, const cv::Mat& y, double scale);
//! |x - y| of 32S, which wraps.
cv::Mat integerDistance(const cv::Mat& x, const cv::Mat& y);

//! fma(x, alpha, beta) in double or single precision, then rounded or saturated to a depth.
cv::Mat fusedScale(const cv::Mat& src, int depth, double alpha, double beta);
//! fma(x, alpha, fma(y, beta, gamma)), likewise.
cv::Mat fusedSum(const cv::Mat& x, double alpha, const cv::Mat& y, double beta, double gamma);

}  // namespace opencv_test
