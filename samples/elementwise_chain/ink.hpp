// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef ELEMENTWISE_CHAIN_INK_HPP
#define ELEMENTWISE_CHAIN_INK_HPP

#include <functional>
#include <opencv2/core.hpp>
#include <opencv2/cudastripe/chain.hpp>

/** @brief An ink drawing in bright colours: five operators on a blurred copy of a picture, and on the picture.

What is darker than its surroundings turns into ink. No product needs more than the 24 bits of a float, so that the
calls of OpenCV and of cv::cuda give the same bits as the chain. */
namespace ink {

//! The copy that the picture is compared with.
cv::Mat blurred(const cv::Mat& picture);

//! Its source is the blurred copy; its second image is the picture.
cv::cudastripe::Chain chain();
//! The chain's first step alone.
cv::cudastripe::Chain firstStep();

//! The same by OpenCV's functions on the CPU.
void byOpenCv(const cv::Mat& blurred, const cv::Mat& picture, cv::Mat& drawing);

//! The same by cv::cuda: uploads, five calls and a download in one stream, and the wait for it. Device memory is kept
//! from call to call. Empty if this program was built with an OpenCV without the module cudaarithm.
std::function<void(const cv::Mat& blurred, const cv::Mat& picture, cv::Mat& drawing)> byOpenCvCuda(int device);

// The numbers in the steps of all three versions.
constexpr double inkStrength = 3;
constexpr double leastInk = 20;
constexpr double brightness = 6 / 1024.;

}  // namespace ink

#endif
