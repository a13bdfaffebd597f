// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#include "readme_functor.hpp"

#ifndef CUDASTRIPE_README_EXAMPLE
#define CUDASTRIPE_README_EXAMPLE runReadmeExample
#endif

namespace opencv_test {

void CUDASTRIPE_README_EXAMPLE(cv::InputArray bgra, cv::OutputArray gray, float* values, int64 count, float factor)
{
    // example-begin
    using cv::cudastripe::Pixel;
    cv::cudastripe::transform(bgra, gray, [] CV_CUDASTRIPE_HD(Pixel<uchar, 4> p) {  // gray becomes CV_8UC1
        return uchar((29 * p[0] + 150 * p[1] + 77 * p[2]) >> 8);
    });
    const auto scale = [factor] CV_CUDASTRIPE_HD(float x) { return factor * x; };
    cv::cudastripe::transform(values, count, values, scale);  // pointers to host or device memory
    // example-end
}

}  // namespace opencv_test
