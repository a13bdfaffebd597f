// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_SAMPLE_PACKING_HPP
#define STRIPE_CONVERT_SAMPLE_PACKING_HPP

#include <opencv2/cudastripe.hpp>
#include <string>
#include <vector>

//! How the samples of a format lie in memory.
struct SamplePacking
{
    std::vector<std::string> planes;  //!< the samples of each in order, such as "Y" and "UV"
    int unit;                         //!< what one code is in memory: 64 where ten bits are the upper ones of sixteen
};

SamplePacking packingOf(const cv::cudastripe::YuvFormat& format);

#endif
