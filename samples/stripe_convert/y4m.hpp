// This file is part of the cudastripe module for OpenCV and is subject to the Apache License 2.0 (see LICENSE).

#ifndef STRIPE_CONVERT_Y4M_HPP
#define STRIPE_CONVERT_Y4M_HPP

#include <istream>

#include "conversion.hpp"

//! What the first line of a .y4m says. It names no matrix.
struct Y4mHeader
{
    cv::Size size;
    std::string colourSpace;            //!< such as "420jpeg"
    cv::cudastripe::YuvFormat samples;  //!< that colour space: layout, depth and siting
    std::optional<cv::cudastripe::YuvRange> range;
};

//! What .y4m calls the samples of a conversion, such as "420jpeg". @throws UserError that says what to use instead.
std::string y4mColourSpace(const Conversion& conversion);

//! Reads the first line. @param name of the file, for errors. @throws InputError that says what is wrong with it.
Y4mHeader readY4mHeader(std::istream& file, const std::string& name);

//! Reads the line before a frame; false at the end of the file. @throws InputError if something else is there.
bool readY4mFrameLine(std::istream& file, const std::string& name);

#endif
