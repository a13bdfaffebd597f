// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_ORDERS_JOBS_HPP
#define STRIPE_ORDERS_JOBS_HPP

#include <opencv2/cudastripe.hpp>

//! The overlap example: sqrt(sin(i)^2 + cos(i)^2) of each element, so that the result is known to be 1.
void makeOnes(const float* in, std::int64_t count, float* out, const cv::cudastripe::StreamRef& stream,
              cv::cudastripe::Striper& striper);

//! A binary operator: the mean of each pair, rounded down.
void mean(const int* a, const int* b, std::int64_t count, int* out, cv::cudastripe::Striper& striper);

//! The handle of the calling thread's default stream.
void* perThreadStream();

#endif
