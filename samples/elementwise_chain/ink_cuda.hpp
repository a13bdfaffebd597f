// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef ELEMENTWISE_CHAIN_INK_CUDA_HPP
#define ELEMENTWISE_CHAIN_INK_CUDA_HPP

#include <functional>
#include <opencv2/core.hpp>

//! The drawing by cv::cuda: uploads, five calls and a download in one stream, and the wait for it. Device memory is
//! kept from call to call. Empty if this program was built with an OpenCV without the module cudaarithm.
std::function<void(const cv::Mat& blurred, const cv::Mat& picture, cv::Mat& drawing)> inkByOpenCvCuda(int device);

#endif
