// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "example_functor.hpp"

#ifndef CUDASTRIPE_EXAMPLE
#define CUDASTRIPE_EXAMPLE runExample
#endif

namespace opencv_test {

void CUDASTRIPE_EXAMPLE(cv::InputArray bgra, cv::OutputArray gray, float* values, int64 count, float factor)
{
    // example-begin
    namespace stripe = cv::cudastripe;
    stripe::transform(bgra, gray, [] CV_CUDASTRIPE_HD(stripe::Pixel<uchar, 4> p) {  // gray becomes CV_8UC1
        return uchar((29 * p[0] + 150 * p[1] + 77 * p[2]) >> 8);
    });
    const auto scale = [factor] CV_CUDASTRIPE_HD(float x) { return factor * x; };
    stripe::transform(values, count, values, scale);  // pointers to host or device memory
    // example-end
}

}  // namespace opencv_test
