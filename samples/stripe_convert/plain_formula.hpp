// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_PLAIN_FORMULA_HPP
#define STRIPE_CONVERT_PLAIN_FORMULA_HPP

#include "planes.hpp"

//! The formula of a format in double precision, pixel by pixel and without the library.
Planes plainPlanes(const cv::Mat& source, const cv::cudastripe::YuvFormat& format, cv::cudastripe::ChannelOrder order);

#endif
