// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

// What examples in the public headers take as given. test_compile.sh appends each example as a function.

#include <iostream>

#include <opencv2/cudastripe.hpp>
#include <opencv2/cudastripe/detail/prefetch_shape.hpp>
#include <opencv2/cudastripe/simulate.hpp>

namespace cs = cv::cudastripe;
namespace stripe = cv::cudastripe;
using namespace cs;

cv::Mat bgr, bgra, rgba, nv12, p010, i420, a, b, mask, dst, blob;
std::vector<cv::Mat> planes, images;
cv::Scalar mean, deviation;
stripe::Chain chain;
cv::cuda::Stream stream;
const int* in;
int* out;
int64 n;
