// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_Y4M_HEADER_HPP
#define STRIPE_CONVERT_Y4M_HEADER_HPP

#include <opencv2/core.hpp>
#include <string>

#include "conversion.hpp"
#include "frame_reader.hpp"

//! What .y4m calls the samples of a conversion, such as "420jpeg". @throws UserError that says what to use instead.
std::string y4mColourSpace(const Conversion& conversion);

//! The first line of a file.
std::string y4mHeader(const Conversion& conversion, cv::Size size, Ratio frameRate, Ratio pixelShape);

#endif
